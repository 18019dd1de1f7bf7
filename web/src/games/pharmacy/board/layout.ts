// The layout of the round table. The seats are around an oval, with the viewer's own at the bottom edge;
// the piles get the remaining space. It is pure geometry, in px of the stage (the area for the table).

export interface Point {
	x: number;
	y: number;
}

export interface Spot {
	/** The centre of the spot. */
	x: number;
	y: number;
	w: number;
	h: number;
}

export interface Layout {
	/** The scale of the seats; 1 is the smallest that is readable on a phone. */
	scale: number;
	/** The seats clockwise, starting with the viewer's own. */
	seats: Spot[];
	/** The table top. */
	table: Spot;
	/** The free area between the seats. */
	middle: Spot;
	/** The width of a pile's open card. */
	card: number;
}

/** In px: the size of a seat at scale 1, and the maximum width of the viewer's own seat. */
const seat = { w: 122, h: 100 };
const own = { w: 380, h: 82 };
/** The minimum gap between elements, in px. */
export const gap = 4;
/** The exponent of the oval: with 2 it is an ellipse, and larger values make it more rectangular. */
const squareness = 3.5;

export const clamp = (n: number, least: number, most: number) => Math.min(Math.max(n, least), most);
const bent = (n: number) => Math.sign(n) * Math.abs(n) ** (2 / squareness);

export function layoutOf(count: number, width: number, height: number): Layout {
	const scale = clamp(Math.min((width - 4 * gap) / (3.05 * seat.w), height / (4.5 * seat.h)), 0.9, 1.5);
	const w = seat.w * scale;
	const h = seat.h * scale;
	const mine: Spot = {
		x: width / 2,
		y: height - gap - (own.h * scale) / 2,
		w: Math.min(own.w * scale, width - 2 * gap),
		h: own.h * scale,
	};
	const top = clamp(height * 0.014, gap, 2 * gap) + h / 2;
	const rim = { x: width / 2, y: (top + mine.y) / 2, rx: (width - w) / 2 - gap, ry: (mine.y - top) / 2 };
	// On a very wide stage the seats stay close together.
	rim.rx = Math.min(rim.rx, rim.ry * 2.1 + w / 2);
	const narrow = width < 4.6 * w;

	const angleOf = (i: number) => Math.PI / 2 + (2 * Math.PI * i) / count;
	// On a narrow stage the topmost seat touches the top edge, even if no seat is directly opposite the viewer.
	const highest = narrow ? bent(Math.sin(angleOf(Math.floor(count / 2)))) : -1;
	const seats = Array.from({ length: count }, (_, i): Spot => {
		if (i === 0) return mine;
		const angle = angleOf(i);
		const down = 1 - ((1 - bent(Math.sin(angle))) * 2) / (1 - highest);
		const across = Math.cos(angle);
		// On a narrow stage only three seats fit side by side, so the seats at the sides form columns.
		const x = rim.x + rim.rx * (narrow && Math.abs(across) > 0.3 ? Math.sign(across) : bent(across));
		const aside = Math.abs(x - mine.x) >= (mine.w + w) / 2 + gap;
		// With few seats on a narrow stage, the seats move up, so that the piles get the whole width below them.
		const lift = narrow && count < 5 ? 0.55 : 1;
		const y = top + lift * (rim.y + rim.ry * down - top);
		const lowest = (aside ? height : mine.y - mine.h / 2) - gap - h / 2;
		return { x, y: clamp(y, top, lowest), w, h };
	});
	apart(seats, top);

	const { card, ...middle } = screenOf(seats, rim, scale);
	return {
		scale,
		seats,
		table: { x: rim.x, y: rim.y, w: 2 * rim.rx + w * 0.4, h: 2 * rim.ry + h * 0.3 },
		middle,
		card,
	};
}

/** Returns the height of the row of pills under the piles' cards. */
export const underPiles = (scale: number) => 18 + 30 * scale;

/**
 * Returns the area for the piles. Among all bands between the seats' edges, it is the one with space for
 * the largest cards: two side by side, with the pharmacy's pills below.
 */
function screenOf([mine, ...others]: Spot[], rim: Point, scale: number): Spot & { card: number } {
	const { x } = rim;
	const floor = (mine?.y ?? 0) - (mine?.h ?? 0) / 2;
	const ceilings = [0, ...others.map((s) => s.y + s.h / 2)];
	const floors = [floor, ...others.map((s) => s.y - s.h / 2)];
	const below = underPiles(scale);
	let best = { x, y: floor / 2, w: 0, h: 0, card: 0 };
	for (const from of ceilings)
		for (const to of floors) {
			if (to > floor || to - from < seat.h * 0.9) continue;
			const beside = others.filter((s) => s.y + s.h / 2 > from && s.y - s.h / 2 < to);
			const inside = Math.min(x, ...beside.map((s) => Math.abs(s.x - x) - s.w / 2));
			const w = 2 * (inside - gap);
			const card = Math.min((w - 16) / 2.15, (to - from - below) / 1.4, 84 * scale);
			const half = (Math.max(card, 36) * 1.4 + below) / 2;
			// The piles are as near to the middle of the table as the free space allows.
			const y = to - from > 2 * half ? clamp(rim.y, from + half, to - half) : (from + to) / 2;
			const h = 2 * Math.min(y - from, to - y);
			if (card > best.card + 1 || (card > best.card - 1 && h > best.h)) best = { x, y, w, h, card };
		}
	return { ...best, card: Math.max(best.card, 36) };
}

/** Moves seats of the same column apart: the upper one moves up. */
function apart(seats: Spot[], top: number): void {
	for (const lower of seats.slice(1))
		for (const upper of seats.slice(1))
			if (upper !== lower && upper.y <= lower.y && Math.abs(upper.x - lower.x) < upper.w)
				upper.y = Math.max(top, Math.min(upper.y, lower.y - upper.h - gap));
}
