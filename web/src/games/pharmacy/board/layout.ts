// Where things lie on the round table: every seat at its angle on an oval, one's own
// at the bottom edge, the piles in the room that is left. Pure measures, in px of the stage.

export interface Point {
	x: number;
	y: number;
}

export interface Spot {
	/** The middle. */
	x: number;
	y: number;
	w: number;
	h: number;
}

export interface Layout {
	/** How large a seat is drawn: 1 is the smallest that reads well on a phone. */
	scale: number;
	/** In the order of the round table; one's own first. */
	seats: Spot[];
	/** The table itself. */
	table: Spot;
	/** The room between the seats. */
	middle: Spot;
	/** How wide an open card of the piles is. */
	card: number;
}

/** A seat at scale 1, and one's own place, which is as wide as it may. */
const seat = { w: 122, h: 100 };
const own = { w: 380, h: 82 };
/** What is kept between things. */
export const gap = 4;
/** How square the oval is: 2 is an ellipse. */
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
	// On a very wide stage the seats keep together.
	rim.rx = Math.min(rim.rx, rim.ry * 2.1 + w / 2);
	const narrow = width < 4.6 * w;

	const angleOf = (i: number) => Math.PI / 2 + (2 * Math.PI * i) / count;
	// Where height is dear, who sits highest is at the edge of the stage, also where nobody sits straight across.
	const highest = narrow ? bent(Math.sin(angleOf(Math.floor(count / 2)))) : -1;
	const seats = Array.from({ length: count }, (_, i): Spot => {
		if (i === 0) return mine;
		const angle = angleOf(i);
		const down = 1 - ((1 - bent(Math.sin(angle))) * 2) / (1 - highest);
		const across = Math.cos(angle);
		// Where there is room for three beside each other only, the sides are columns.
		const x = rim.x + rim.rx * (narrow && Math.abs(across) > 0.3 ? Math.sign(across) : bent(across));
		const aside = Math.abs(x - mine.x) >= (mine.w + w) / 2 + gap;
		// Few of them move up there, and leave the piles the whole width below.
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

/** How high what lies under the cards of the piles is: the pharmacy's pills. */
export const underPiles = (scale: number) => 18 + 30 * scale;

/**
 * The room for the piles: of all bands between the edges of seats the one that takes the largest cards, two of them
 * beside each other and the pharmacy's pills below.
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
			// As near to the middle of the table as it can be.
			const y = to - from > 2 * half ? clamp(rim.y, from + half, to - half) : (from + to) / 2;
			const h = 2 * Math.min(y - from, to - y);
			if (card > best.card + 1 || (card > best.card - 1 && h > best.h)) best = { x, y, w, h, card };
		}
	return { ...best, card: Math.max(best.card, 36) };
}

/** Seats of one column do not lie on each other: the upper one gives way. */
function apart(seats: Spot[], top: number): void {
	for (const lower of seats.slice(1))
		for (const upper of seats.slice(1))
			if (upper !== lower && upper.y <= lower.y && Math.abs(upper.x - lower.x) < upper.w)
				upper.y = Math.max(top, Math.min(upper.y, lower.y - upper.h - gap));
}
