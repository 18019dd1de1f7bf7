// Applies facts (events of the game) to what is next to the board: tracks, hands and piles.

import { type Line, operand } from '../../../i18n/notation.ts';
import type { Position } from '../model/position.ts';

/** Returns the position after a fact, except for the board itself; standing.ts updates that. */
export function positionAfter(p: Position, fact: Line): Position {
	const seat = Number(operand(fact, 'seat'));
	const card = operand(fact, 'card') ?? '';
	const disease = operand(fact, 'disease') ?? '';
	const n = Number(operand(fact, 'number') ?? 0);
	switch (fact.word) {
		case 'rate-raised':
			return { ...p, rate: p.rate + 1 };
		case 'outbreak':
			return { ...p, outbreaks: n };
		case 'cubes-placed':
		case 'cubes-removed': {
			const left = (p.supply[disease] ?? 0) + (fact.word === 'cubes-placed' ? -n : n);
			return { ...p, supply: { ...p.supply, [disease]: left } };
		}
		case 'cured':
		case 'researched':
			return { ...p, cured: [...p.cured, disease] };
		case 'eradicated':
			return { ...p, eradicated: [...p.eradicated, disease] };
		case 'epidemic-drawn':
			return { ...p, epidemics: p.epidemics + 1, deckSize: p.deckSize - 1 };
		case 'card-drawn':
		case 'card-drawn-hidden':
			return withHand({ ...p, deckSize: p.deckSize - 1 }, seat, card, 1);
		case 'card-discarded':
			return withHand({ ...p, discard: [...p.discard, card] }, seat, card, -1);
		case 'card-given':
			return withHand(withHand(p, seat, card, -1), Number(fact.operands[1]?.value), card, 1);
		case 'infection-drawn': {
			const drawn = fact.operands[0]?.value ?? '';
			return {
				...p,
				infectionDeckSize: p.infectionDeckSize - 1,
				infectionDiscard: [...p.infectionDiscard, drawn],
			};
		}
		case 'intensified':
			return { ...p, infectionDeckSize: p.infectionDeckSize + n, infectionDiscard: [] };
		default:
			return p;
	}
}

/** Adds a card to a hand, or removes it. A hidden card only changes the count. */
function withHand(p: Position, seat: number, card: string, by: 1 | -1): Position {
	const seats = p.seats.map((s) => {
		if (s.seat !== seat) return s;
		const rest = s.hand.filter((c) => c !== card);
		const known = card && card !== '?';
		return { ...s, hand: known && by > 0 ? [...rest, card] : rest, handSize: s.handSize + by };
	});
	return { ...p, seats };
}
