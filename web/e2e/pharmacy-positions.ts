// Positions of the pharmacy game: every question that it asks, and its end. Four players hold all risk
// cards between them, so that each card can be played.

import type { Update } from '../src/gen/api.ts';
import { over, step, type Taste, type Until } from './drive.ts';
import type { Wanted } from './positions.ts';
import type { Wish } from './server.ts';
import { askedBy, movesOf, pharmacyOf } from './table.ts';

export const four: Wish = { game: 'pharmacy', settings: { players: '4' } };

/**
 * Prefers to take open cards, to keep cards that arrive and to open risk cards, so that a round ends soon.
 */
export const hasty: Taste = (move) => (/^(take-card|keep|open|volunteer)/.test(move) ? 100 : 1e-3);

/** Returns a taste like `hasty`, which also plays some risk cards as soon as the player is sick enough. */
const daring =
	(...cards: string[]): Taste =>
	(move, update) => {
		const [word, card = ''] = move.split(' ');
		return word === 'risk' && cards.includes(card) ? 1e6 : hasty(move, update);
	};

/** Prefers to send cards rather than take them, and pays to pass cards on. */
const busybody: Taste = (move) => (/^(send|defend)/.test(move) ? 10 : 1);

/** Prefers to play risk cards, and to pass them back to the players who played them. */
const returning: Taste = (move, update) => {
	const [word, , to] = move.split(' ');
	if (word === 'dodge') return to === pharmacyOf(update).travel?.owner ? 1e6 : 1;
	return word === 'risk' ? 1e3 : hasty(move, update);
};

/** Returns a condition: a risk card is in front of its own player, or in front of another one. */
const dared =
	(own: boolean): Until =>
	(u) => {
		const { travel } = pharmacyOf(u);
		return step('dare')(u) && (travel?.owner === travel?.to) === own;
	};

const viruses = (u: Update, seat: number) => pharmacyOf(u)['seats-at-table'][seat]?.viruses ?? [];

/** Prefers injections as soon as there are several viruses to inject. */
const treated: Taste = (move, update) => {
	const [word, pile = ''] = move.split(' ');
	const [seat = 0] = askedBy(update);
	const open = pharmacyOf(update).piles?.[pile as 'left' | 'right']?.open;
	if (word === 'take-card' && open === 'injection') return viruses(update, seat).length > 1 ? 1e5 : 1e-3;
	return hasty(move, update);
};

/** Reports whether the player whose turn it is may play a risk card. */
export const risky: Until = async (u) =>
	step('turn')(u) && askedBy(u).some((seat) => movesOf(u, seat).some((m) => m.startsWith('risk ')));

const ill: Until = (u) => {
	const [seat = 0] = askedBy(u);
	return step('turn')(u) && (pharmacyOf(u)['seats-at-table'][seat]?.sickness ?? 0) >= 4;
};

/** The position of each question, with the seat that must answer. */
export const asked = {
	turn: { until: () => true },
	'turn of the sick': { until: ill, taste: hasty },
	answer: {
		until: (u) => step('answer')(u) && (pharmacyOf(u).travel?.price ?? 0) >= 2,
		taste: busybody,
	},
	dare: { until: dared(false), taste: returning },
	'dare of the owner': { until: dared(true), taste: returning },
	inject: { until: step('inject'), taste: treated },
	infect: { until: step('infect'), taste: daring('plague-3') },
	donate: { until: step('donate'), taste: daring('free-sample') },
	catch: { until: step('catch'), taste: daring('contagion') },
	volunteer: { until: step('volunteer'), taste: daring('guinea-pig') },
	collect: { until: step('collect'), taste: daring('guinea-pig') },
	'return of several': {
		until: (u) => step('return')(u) && askedBy(u).length > 1,
		taste: daring('recall', 'expiry-date'),
	},
	diagnose: { until: step('diagnose'), taste: daring('diagnosis') },
	nurse: { until: step('nurse'), taste: daring('nurse') },
} satisfies Record<string, Omit<Wanted, 'wish'>>;

export type Asking = keyof typeof asked;

export const wantedOf = (name: Asking): Wanted => ({ wish: four, ...asked[name] });

/** The position at the end of a game. */
export const ended: Wanted = { wish: four, until: over, taste: hasty };
