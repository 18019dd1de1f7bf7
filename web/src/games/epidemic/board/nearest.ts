// Finding a city from the keyboard: the next one in a direction, or by its first letters.

export type Direction = 'up' | 'down' | 'left' | 'right';

const ahead: Record<Direction, readonly [number, number]> = {
	up: [0, -1],
	down: [0, 1],
	left: [-1, 0],
	right: [1, 0],
};

/** How far to the side of its direction a city may lie, as a part of how far ahead it lies. */
const cone = 1.4;
/** How much worse a step to the side is than one ahead. */
const aside = 1.6;

/**
 * The city that lies next in a direction. A map that goes round is left at one edge
 * and entered at the other. Null where nothing lies that way.
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

/** A name as it is typed: without accents, small. */
export function plain(name: string): string {
	return name
		.normalize('NFD')
		.replace(/\p{Mark}/gu, '')
		.toLowerCase();
}

/**
 * The city that letters mean, going on from the current one: the same letter again
 * goes to the next city that begins with it, further letters narrow it down.
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
	// The first letter moves on from where one is; more letters may stay there.
	const step = wanted.length === 1 || same ? now + 1 : Math.max(now, 0);
	return found[step % found.length]?.[0] ?? null;
}
