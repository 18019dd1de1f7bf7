// Arranges the table while a card is being passed around. The card is in front of its receiver. Each seat's
// stake, the pills it has paid, is next to the seat. The piles make room for the card and its path. A seat
// at the side has its stake vertically along its edge, and the card beyond the stake. A seat above or below
// has its stake in a row in front of it, or next to the card.

import { clamp, gap, type Layout, type Point, type Spot, underPiles } from './layout.ts';

/** The position of an element: a point, and how the element is aligned to it. */
interface Mark extends Point {
	/**
	 * The alignment on each axis: the element ends at the point (−1), is centred on it (0), or starts at it
	 * (1).
	 */
	grows: Point;
	/** Whether the element is vertical rather than horizontal. */
	upright: boolean;
}

/** Returns the size of a pill in a stake. `chip` below returns the stake's width with its border. */
export const stakePill = (scale: number) => Math.round(15 * scale);
const chip = (scale: number) => stakePill(scale) + 8;

/** Returns how far the price tag hangs down from its card. */
export const tagOf = (card: number) => Math.max(19, card * 0.28);

/**
 * Returns the width of the card that is passed around. The card is as wide as those of the piles, but
 * narrow enough not to cover the stakes of two seats at the sides.
 */
export function goingOf(layout: Layout): number {
	const { scale, seats, middle } = layout;
	const sides = seats.filter((s) => inward(s, layout).x !== 0);
	const room = Math.min(...sides.map((s) => Math.abs(s.x - middle.x) - s.w / 2)) - chip(scale) - 2 * gap;
	return Math.min(84 * scale, Math.max(62 * scale, layout.card), 2 * room - 2 * gap);
}

/** Returns the width of the piles' cards while another card is passed around. */
export const asideOf = ({ card }: Layout) => Math.max(36, card - 42);

/**
 * Returns the direction from a seat towards the middle of the table: horizontal for seats at the sides,
 * vertical for the others.
 */
function inward(spot: Spot, { middle }: Layout): Point {
	const dx = middle.x - spot.x;
	if (Math.abs(dx) > spot.w * 0.6) return { x: Math.sign(dx), y: 0 };
	return { x: 0, y: Math.sign(middle.y - spot.y) || 1 };
}

/**
 * Reports whether a side seat is above the middle of the table. Such a seat has its stake at the upper end
 * of its inner edge, and passes the card from the lower end.
 */
const upper = (spot: Spot, { middle }: Layout) => spot.y < middle.y - 1;

/** Returns the part of a side seat's inner edge that has no other seat in front of it, as two y values. */
function free(spot: Spot, layout: Layout): [number, number] {
	const x = spot.x + inward(spot, layout).x * (spot.w / 2 + gap + chip(layout.scale) / 2);
	const near = layout.seats.filter((s) => s !== spot && Math.abs(s.x - x) < (s.w + chip(layout.scale)) / 2);
	const over = near.filter((s) => s.y < spot.y).map((s) => s.y + s.h / 2 + gap);
	const under = near.filter((s) => s.y > spot.y).map((s) => s.y - s.h / 2 - gap);
	return [Math.max(spot.y - spot.h / 2, ...over), Math.min(spot.y + spot.h / 2, ...under)];
}

/** Reports whether there is no space above and below the card for the stakes of the seats there. */
function tight(layout: Layout, card: number): boolean {
	const [own, ...others] = layout.seats;
	const across = others.filter((s) => inward(s, layout).x === 0);
	const room = (own ? own.y - own.h / 2 : 0) - Math.max(0, ...across.map((s) => s.y + s.h / 2));
	return room < card * 1.4 + tagOf(card) + 2 * (chip(layout.scale) + gap);
}

/**
 * Returns the position of a card that is offered to a seat. It is in front of the seat, on no other seat,
 * and, if there is space, on no stake.
 */
export function cardOf(spot: Spot, layout: Layout, card: number): Point {
	const { scale, seats, middle } = layout;
	const to = inward(spot, layout);
	const half = card * 0.7;
	const tag = tagOf(card);
	const x = spot.x + to.x * (spot.w / 2 + 2 * gap + chip(scale) + card / 2);
	const y =
		to.x === 0
			? spot.y + to.y * (spot.h / 2 + 2 * gap + half) - (to.y < 0 ? tag : 0)
			: spot.y + clamp((middle.y - spot.y) * 0.3, -spot.h / 4, spot.h / 4);
	const across = seats.filter((s) => s !== spot && Math.abs(s.x - x) < (s.w + card) / 2);
	const least = Math.max(half, ...across.filter((s) => s.y < y).map((s) => s.y + s.h / 2 + gap + half));
	const most = Math.min(...across.filter((s) => s.y > y).map((s) => s.y - s.h / 2 - gap - tag - half));
	if (to.x === 0) return { x, y: clamp(y, least, Math.max(least, most)) };
	if (tight(layout, card)) return { x, y: Math.max(least, most) };
	// Leaves room for the stake of the seat opposite, which may be in front of the card.
	const row = chip(scale);
	return { x, y: clamp(y, least + row, Math.max(least + row, most - row)) };
}

/**
 * Returns the position of a seat's stake. The stake is in front of the seat. If the card is there, the
 * stake is next to the card, on the side away from the card's giver. On a small stage the viewer's own
 * stake is next to their pills.
 */
export function stakeOf(spot: Spot, layout: Layout, card: number | null, giver?: Spot): Mark {
	const to = inward(spot, layout);
	if (to.x !== 0) {
		const [from, until] = free(spot, layout);
		const y = upper(spot, layout) ? from : until;
		return {
			x: spot.x + to.x * (spot.w / 2 + gap),
			y,
			grows: { x: to.x, y: upper(spot, layout) ? 1 : -1 },
			upright: true,
		};
	}
	if (spot === layout.seats[0] && tight(layout, card ?? goingOf(layout)))
		return { x: spot.x - spot.w * 0.06, y: spot.y + spot.h * 0.22, grows: { x: -1, y: 0 }, upright: false };
	if (card === null)
		return {
			x: spot.x,
			y: spot.y + to.y * (spot.h / 2 + gap),
			grows: { x: 0, y: to.y },
			upright: false,
		};
	const at = cardOf(spot, layout, card);
	const side = giver && giver.x < spot.x ? 1 : -1;
	// The stake is next to the end of the card that points to the middle, so that it is clear of the
	// neighbours' stakes, which are at the other end.
	const end = to.y > 0 ? card * 0.7 + tagOf(card) + 6 * gap : -card * 0.7 - 6 * gap;
	return {
		x: at.x + side * (card / 2 + 2 * gap),
		y: at.y + end,
		grows: { x: side, y: -to.y },
		upright: true,
	};
}

/**
 * Returns the path of a card from its giver to its position: from the edge of the seat to the edge of the
 * card.
 */
export function wayOf(giver: Spot, lies: Point, layout: Layout, card: number): { from: Point; to: Point } {
	const side = inward(giver, layout);
	const from = { x: giver.x, y: giver.y + side.y * (giver.h / 2 + gap) };
	if (side.x !== 0) {
		const [first, last] = free(giver, layout);
		from.x += side.x * (giver.w / 2 + gap);
		from.y = upper(giver, layout) ? last - 3 * gap : first + 3 * gap;
	} else {
		// A seat above or below passes the card past its stake, or in an arc if the card is nearly in front of
		// it.
		const way = lies.x - giver.x;
		const near = Math.abs(way) < card;
		from.x +=
			(near ? -1 : 1) * (Math.sign(way) || 1) * Math.min(giver.w * 0.4, (near ? 34 : 70) * layout.scale);
	}
	const dx = from.x - lies.x;
	const dy = from.y - lies.y;
	const half = { w: card / 2 + gap, h: card * 0.7 + (dy > 0 ? tagOf(card) : gap) };
	const part = Math.min(1, half.w / Math.abs(dx || 1), half.h / Math.abs(dy || 1));
	return { from, to: { x: lies.x + dx * part, y: lies.y + dy * part } };
}

/**
 * Returns the centre of the piles, each `pile` wide, while a card is passed around. They make room for the
 * card and its path.
 */
export function pilesAt(
	layout: Layout,
	lies: Point | null,
	card: number,
	pile: number,
	giver?: Spot,
): Point & { clear: boolean } {
	const { middle, seats, scale, table } = layout;
	const half = { w: pile + 14, h: (pile * 1.4 + underPiles(scale)) / 2 };
	if (!lies || Math.abs(lies.x - middle.x) > card / 2 + half.w)
		return { x: middle.x, y: middle.y, clear: true };
	const tag = tagOf(card);
	const row = chip(scale) + gap;
	const column = seats.filter((s) => Math.abs(s.x - middle.x) < s.w / 2 + half.w);
	const ceiling = Math.max(0, ...column.filter((s) => s.y < middle.y).map((s) => s.y + s.h / 2 + row));
	const floor = Math.min(...column.filter((s) => s.y > middle.y).map((s) => s.y - s.h / 2 - row));
	/** How far the stake next to the card extends beyond the card's end. */
	const beside = 5 * gap;
	const above = lies.y - card * 0.7 - 2 * gap - half.h;
	const below = lies.y + card * 0.7 + tag + 2 * gap + half.h;
	if (lies.y > middle.y && above - half.h >= ceiling)
		return { x: middle.x, y: Math.min(middle.y, Math.max(ceiling + half.h, above - beside)), clear: true };
	if (lies.y <= middle.y && below + half.h <= floor)
		return { x: middle.x, y: Math.max(middle.y, Math.min(floor - half.h, below + beside)), clear: true };
	// On a wide table the piles move aside, but stay inside the rim. On a small table they may cover stakes
	// or be under the card.
	const aside = card / 2 + half.w + row + 4 * gap;
	const x = lies.x + (giver && giver.x > lies.x ? -aside : aside);
	if (Math.abs(x - middle.x) + half.w < Math.min(middle.w, table.w - 8 * gap) / 2)
		return { x, y: middle.y, clear: true };
	const off = lies.y > middle.y ? above : below;
	const y = clamp(off, ceiling - row + half.h, floor + row - half.h);
	return { x: middle.x, y, clear: y === off };
}
