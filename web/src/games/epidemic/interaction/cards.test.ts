import { describe, expect, it } from 'vitest';
import { game } from '../../world/game.ts';
import { groupHand, lay } from './cards.ts';

const seven = ['atlanta', 'chicago', 'essen', 'lima', 'cairo', 'tokyo', 'manila'];
const nine = [...seven, 'bogota', 'osaka'];
const lie = (hand: string[], room: number) => lay(groupHand(game.box, hand), room);

/** Returns the width of a hand in px, including the gaps between its piles. */
function wide(hand: string[], room: number): number {
	const piles = groupHand(game.box, hand);
	const { city, event, step } = lay(piles, room);
	return piles.reduce(
		(sum, { disease, cards }) => {
			const width = disease ? city : event;
			const under = cards.length - 1;
			return sum + width + under * (step ?? width + 6);
		},
		12 * (piles.length - 1),
	);
}

describe('a hand in a tray', () => {
	// The width of the hand, in px, on screens that are 1440, 1366 and 1180 px wide.
	const rooms = [683, 637, 520];

	it('lies in whole cards while there is room', () => {
		expect(lie(seven.slice(0, 5), 637)).toEqual({ city: 94, event: 130, title: 1 });
	});

	it('gets narrower cards before any lies on another', () => {
		for (const room of [683, 637]) expect(lie(seven, room)).toMatchObject({ city: 80 });
		expect(lie(seven, 637).step).toBeUndefined();
	});

	it('shows at least the name of every card, nine of them and events too', () => {
		for (const room of rooms)
			for (const hand of [
				seven,
				nine,
				[...seven, 'airlift', 'forecast'],
				[...seven.slice(0, 4), 'airlift'],
			]) {
				expect(wide(hand, room)).toBeLessThanOrEqual(room);
				expect(lie(hand, room).step ?? 94).toBeGreaterThanOrEqual(26);
			}
	});
});
