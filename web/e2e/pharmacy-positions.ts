// Positions of the pharmacy game: every question that it asks, and its end. Four at a table hold all risk cards, so
// that every one of them can be played.

import type { Update } from '../src/gen/api.ts';
import { over, step, type Taste, type Until } from './drive.ts';
import type { Wanted } from './positions.ts';
import type { Wish } from './server.ts';
import { askedBy, movesOf, pharmacyOf } from './table.ts';

export const four: Wish = { game: 'pharmacy', settings: { players: '4' } };

/** Somebody who takes what lies there, keeps what comes, and opens what is slid to them: a round is soon over. */
export const hasty: Taste = (move) => (/^(take-card|keep|open|volunteer)/.test(move) ? 100 : 1e-3);

/** The same, but plays some risk cards as soon as they are ill enough. */
const daring =
	(...cards: string[]): Taste =>
	(move, update) => {
		const [word, card = ''] = move.split(' ');
		return word === 'risk' && cards.includes(card) ? 1e6 : hasty(move, update);
	};

/** Sends cards round rather than taking them, and pays to be rid of them. */
const busybody: Taste = (move) => (/^(send|defend)/.test(move) ? 10 : 1);

/** Plays risk cards, and hands them back to whose they are. */
const returning: Taste = (move, update) => {
	const [word, , to] = move.split(' ');
	if (word === 'dodge') return to === pharmacyOf(update).travel?.owner ? 1e6 : 1;
	return word === 'risk' ? 1e3 : hasty(move, update);
};

/** A risk card lies before whoever played it, or before somebody else. */
const dared =
	(own: boolean): Until =>
	(u) => {
		const { travel } = pharmacyOf(u);
		return step('dare')(u) && (travel?.owner === travel?.to) === own;
	};

const viruses = (u: Update, seat: number) => pharmacyOf(u)['seats-at-table'][seat]?.viruses ?? [];

/** Takes injections once there are several viruses to choose from. */
const treated: Taste = (move, update) => {
	const [word, pile = ''] = move.split(' ');
	const [seat = 0] = askedBy(update);
	const open = pharmacyOf(update).piles?.[pile as 'left' | 'right']?.open;
	if (word === 'take-card' && open === 'injection') return viruses(update, seat).length > 1 ? 1e5 : 1e-3;
	return hasty(move, update);
};

/** Who is on turn may play a risk card. */
export const risky: Until = async (u) =>
	step('turn')(u) && askedBy(u).some((seat) => movesOf(u, seat).some((m) => m.startsWith('risk ')));

const ill: Until = (u) => {
	const [seat = 0] = askedBy(u);
	return step('turn')(u) && (pharmacyOf(u)['seats-at-table'][seat]?.sickness ?? 0) >= 4;
};

/** Each question, for whoever is asked it. */
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

/** A game to its end. */
export const ended: Wanted = { wish: four, until: over, taste: hasty };
