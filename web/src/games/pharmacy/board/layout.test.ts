import { describe, expect, it } from 'vitest';
import { asideOf, cardOf, goingOf, pilesAt, stakeOf, tagOf, wayOf } from './going.ts';
import { layoutOf, type Spot } from './layout.ts';

/**
 * The sizes of the round table's area on a small phone, a phone, a phone on its side, a tablet, a desktop
 * and a wide screen.
 */
const stages = [
	[360, 270],
	[390, 474],
	[390, 660],
	[444, 342],
	[820, 772],
	[820, 927],
	[1094, 647],
	[1500, 760],
] as const;
const tables = stages.flatMap(([w, h]) => [3, 4, 5, 6].map((n) => [n, w, h] as const));

const apart = (a: Spot, b: Spot) =>
	Math.abs(a.x - b.x) >= (a.w + b.w) / 2 - 0.5 || Math.abs(a.y - b.y) >= (a.h + b.h) / 2 - 0.5;

describe.each(tables)('a table for %i on %i × %i', (n, width, height) => {
	const layout = layoutOf(n, width, height);
	const { seats, middle, card, scale, table } = layout;

	it('keeps every seat on the stage and off the others', () => {
		expect(seats).toHaveLength(n);
		for (const [i, s] of seats.entries()) {
			expect(s.x - s.w / 2).toBeGreaterThanOrEqual(0);
			expect(s.x + s.w / 2).toBeLessThanOrEqual(width);
			expect(s.y - s.h / 2).toBeGreaterThanOrEqual(0);
			expect(s.y + s.h / 2).toBeLessThanOrEqual(height);
			for (const other of seats.slice(i + 1)) expect(apart(s, other), `${i}`).toBe(true);
		}
	});

	it('seats who looks at the bottom and the left neighbour on the left', () => {
		const [own, left] = seats;
		const right = seats.at(-1);
		expect(own?.y).toBe(Math.max(...seats.map((s) => s.y)));
		expect(left?.x).toBeLessThan(width / 2);
		expect(right?.x).toBeGreaterThan(width / 2);
		expect(left?.y).toBeCloseTo(right?.y ?? 0);
	});

	it('has room for two open cards and the pills between the seats', () => {
		const both: Spot = { ...middle, w: 2 * card + 14, h: card * 1.4 + 18 + 30 * scale };
		for (const s of seats) expect(apart(s, both)).toBe(true);
		expect(card).toBeGreaterThanOrEqual(36);
	});

	it('lays the card that goes round on nobody else’s place', () => {
		const w = goingOf(layout);
		for (const to of seats)
			for (const s of seats) {
				const at = cardOf(to, layout, w);
				if (s !== to) expect(apart(s, { ...at, w, h: w * 1.4 })).toBe(true);
			}
	});

	it('shows the way of a card from every seat to every other', () => {
		const w = goingOf(layout);
		for (const giver of seats)
			for (const receiver of seats) {
				if (giver === receiver) continue;
				const lies = cardOf(receiver, layout, w);
				const { from, to } = wayOf(giver, lies, layout, w);
				const long = (a: { x: number; y: number }, b: typeof a) => Math.hypot(a.x - b.x, a.y - b.y);
				// The path ends outside the card, between the card and the giver.
				expect(Math.abs(to.x - lies.x) > w / 2 || Math.abs(to.y - lies.y) > w * 0.7).toBe(true);
				expect(long(from, to)).toBeLessThanOrEqual(long(from, lies));
			}
	});

	it('lays the card and its price off the piles wherever it says so', () => {
		const w = goingOf(layout);
		const pile = asideOf(layout);
		const half = (pile * 1.4 + 18 + 30 * scale) / 2;
		const [own] = seats;
		expect(pilesAt(layout, null, w, pile)).toEqual({ x: middle.x, y: middle.y, clear: true });
		for (const to of seats) {
			const lies = cardOf(to, layout, w);
			const { x, y, clear } = pilesAt(layout, lies, w, pile);
			expect(y - half).toBeGreaterThanOrEqual(0);
			expect(y + half).toBeLessThanOrEqual((own?.y ?? 0) - (own?.h ?? 0) / 2 + 0.5);
			const card: Spot = { x: lies.x, y: lies.y + tagOf(w) / 2, w, h: w * 1.4 + tagOf(w) };
			if (clear) expect(apart({ x, y, w: 2 * pile + 14, h: 2 * half }, card)).toBe(true);
			expect(Math.abs(x - table.x) + pile + 7, 'within the rim').toBeLessThan(table.w / 2);
			// Only on a small stage may the card being passed cover the piles.
			if (height > 470) expect(clear).toBe(true);
		}
	});

	it('lays stakes beside places, off the card and off each other', () => {
		const w = goingOf(layout);
		/** Returns the box of a stake with three pills. */
		const taken = (at: ReturnType<typeof stakeOf>): Spot => {
			const broad = Math.round(15 * scale) + 8;
			const long = broad + 2 * (Math.round(15 * scale) - 4);
			const [sw, sh] = at.upright ? [broad, long] : [long, broad];
			return { x: at.x + (at.grows.x * sw) / 2, y: at.y + (at.grows.y * sh) / 2, w: sw, h: sh };
		};
		for (const to of seats)
			for (const giver of seats) {
				if (giver === to) continue;
				const lies = cardOf(to, layout, w);
				const card: Spot = { x: lies.x, y: lies.y + tagOf(w) / 2, w, h: w * 1.4 + tagOf(w) };
				const stakes = seats.map((s) => taken(stakeOf(s, layout, s === to ? w : null, giver)));
				for (const [i, stake] of stakes.entries()) {
					expect(stake.x - stake.w / 2).toBeGreaterThan(0);
					expect(stake.x + stake.w / 2).toBeLessThan(width);
					expect(stake.y - stake.h / 2).toBeGreaterThan(0);
					expect(stake.y + stake.h / 2).toBeLessThan(height);
					if (height < 470) continue; // on a small stage it may overlap the edge of the card
					for (const s of seats) expect(apart(stake, s), `stake ${i}`).toBe(true);
					expect(apart(stake, card), `stake ${i}`).toBe(true);
					for (const other of stakes.slice(i + 1)) expect(apart(stake, other), `stake ${i}`).toBe(true);
				}
			}
	});
});
