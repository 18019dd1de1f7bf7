// Finds a city for a keyboard player: the next city in a direction, or the city whose name begins with the
// typed letters.

export type Direction = 'up' | 'down' | 'left' | 'right';

const ahead: Record<Direction, readonly [number, number]> = {
	up: [0, -1],
	down: [0, 1],
	left: [-1, 0],
	right: [1, 0],
};

/** How far to the side a city may be, as a share of how far ahead it is. */
const cone = 1.4;
/** The weight of a sideways distance, relative to a distance ahead. */
const aside = 1.6;

/**
 * Returns the next city in a direction; null if there is none. On a map that wraps around, the search
 * continues at the opposite edge.
 */
export function nearest(
	from: string,
	direction: Direction,
	map: { places: ReadonlyMap<string, { x: number; y: number }>; width: number; round: boolean },
): string | null {
	const here = map.places.get(from);
	if (!here) return null;
	const [dx, dy] = ahead[direction];
	let best: string | null = null;
	let least = Number.POSITIVE_INFINITY;
	for (const [id, there] of map.places) {
		if (id === from) continue;
		for (const turn of map.round && dy === 0 ? [0, dx * map.width] : [0]) {
			const [x, y] = [there.x + turn - here.x, there.y - here.y];
			const forward = x * dx + y * dy;
			const side = Math.abs(x * dy) + Math.abs(y * dx);
			if (forward <= 0 || side > forward * cone) continue;
			const far = forward + side * aside;
			if (far < least) [best, least] = [id, far];
		}
	}
	return best;
}

/** Returns a name in a form for comparison: in lower case, without accents. */
function plain(name: string): string {
	return name
		.normalize('NFD')
		.replace(/\p{Mark}/gu, '')
		.toLowerCase();
}

/**
 * Returns the city that typed letters select, starting from the current one. Repeating a letter goes to the
 * next city that begins with it; further letters narrow the search.
 */
export function typed(
	letters: string,
	current: string | null,
	named: readonly (readonly [string, string])[],
): string | null {
	const wanted = plain(letters);
	const same = wanted.length > 1 && [...wanted].every((l) => l === wanted[0]);
	const sorted = named.map(([id, name]) => [id, plain(name)] as const).sort((a, b) => (a[1] < b[1] ? -1 : 1));
	const whole = sorted.filter(([, name]) => name.startsWith(wanted));
	const found =
		whole.length > 0 || !same ? whole : sorted.filter(([, name]) => name.startsWith(wanted[0] ?? ''));
	if (found.length === 0) return null;
	const now = found.findIndex(([id]) => id === current);
	// The first letter moves on from the current city; with more letters, the current city may match again.
	const step = wanted.length === 1 || same ? now + 1 : Math.max(now, 0);
	return found[step % found.length]?.[0] ?? null;
}
