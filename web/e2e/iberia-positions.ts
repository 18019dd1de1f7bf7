// Positions of the Iberia game: one for each question, and for each kind of move that can lead to the
// question.

import type { Update } from '../src/gen/api.ts';
import iberia from '../src/gen/iberia.json' with { type: 'json' };
import type { IberiaView } from '../src/gen/iberia-view.ts';
import { over, type Taste, type Until } from './drive.ts';
import type { Wanted } from './positions.ts';

export const iberiaOf = (update: Update): IberiaView => update.view as unknown as IberiaView;

/** The settings of a table with both challenges, as in the browser tests. */
export const settings = { players: '3', epidemics: '4', rush: 'on', historical: '4' };

/** Returns the verb of the move that causes the question, which tells apart questions of the same kind. */
export function askerOf(update: Update): string {
	return iberiaOf(update).questions?.at(-1)?.verb ?? '';
}

const asks =
	(step: string, verb?: string): Until =>
	(u) =>
		!u.over && u.question.step === step && (verb === undefined || askerOf(u) === verb);

/**
 * Returns a taste (a preference among moves) for one action whenever it is legal; otherwise all moves are
 * equal.
 */
const only =
	(...words: string[]): Taste =>
	(move) => {
		const [word = ''] = move.split(' ');
		if (words.includes(word)) return 1000;
		return ['draw', 'pass', 'refuse', 'enough', 'stay'].includes(word) ? 1 : 1e-4;
	};

/**
 * Returns a position in which an event asks a question. Each event is rare, so players play every event
 * before it is lost.
 */
const event = (name: string, step: string, ...also: string[]): Wanted => ({
	wish: { game: 'iberia', settings: { players: '5', epidemics: '4' } },
	until: asks(step, name),
	taste: only(name, ...also),
	most: 150,
});

const role = (names: string, until: Until, ...words: string[]): Wanted => ({
	wish: { game: 'iberia', settings: { ...settings, roles: names } },
	until,
	taste: only(...words),
	most: 150,
});

/** Consents to events of other players, but not to an event that is played again from the discard pile. */
const unwilling: Taste = (move, update) => {
	const again = iberiaOf(update).questions?.some(({ verb }) => verb === 'seamless-plan') ?? false;
	if (update.question.step === 'consent') return (move === 'refuse') === again ? 1e6 : 1e-6;
	if (/^(seamless-plan )?(correspondence|telegraph|day-and-night)/.test(move)) return 1e5;
	return move.startsWith('seamless-plan ') ? 1e-4 : only()(move, update);
};

const purifying = ['purify', 'purify-more', 'pure-water'];

/** A position for every question, by the question's kind and the move that causes it. */
export const asked = {
	start: { wish: { game: 'iberia', settings }, until: asks('start') },
	'choose-region shield': role('nurse,sailor,politician', asks('choose-region', 'shield')),
	'choose-region pay-token': role(
		'agronomist,royal-academy-scientist,sailor',
		asks('choose-region', 'pay-token'),
		...purifying,
	),
	'choose-region pure-water': event('pure-water', 'choose-region'),
	'choose-cube also-treat': {
		...role('rural-doctor,sailor,politician', asks('choose-cube', 'also-treat')),
		taste: (move, update) => (move.startsWith('drive ') ? 5 : only('treat')(move, update)),
	},
	'choose-cube migration': event('migration', 'choose-cube'),
	'choose-cube triumph-of-science': event('triumph-of-science', 'choose-cube'),
	'choose-line coastal-line': event('coastal-line', 'choose-line'),
	'choose-line new-line': event('new-line', 'choose-line'),
	'choose-pawn ship-arrival': event('ship-arrival', 'choose-pawn'),
	'choose-theirs correspondence': event('correspondence', 'choose-theirs', 'agree'),
	'choose-theirs telegraph': event('telegraph', 'choose-theirs', 'agree'),
	'order-deck study': role('royal-academy-scientist,sailor,politician', asks('order-deck', 'study'), 'study'),
	walk: { wish: { game: 'iberia', settings }, until: asks('walk'), taste: only('build-hospital') },
	'free-move mobilisation': event('mobilisation', 'free-move'),
	'replay seamless-plan': event('seamless-plan', 'replay', 'hospital-funds', 'new-line', 'pure-water'),
	// Another player has refused consent, so the player may keep the event (ruling A11).
	'replay refused': {
		...event('seamless-plan', 'replay'),
		until: (u) => asks('replay')(u) && (iberiaOf(u).questions?.at(-1)?.n ?? 0) > 0,
		taste: unwilling,
		most: 300,
	},
	'choose-city day-and-night': event('day-and-night', 'choose-city', 'agree'),
	'choose-city overflow': {
		wish: { game: 'iberia', settings },
		until: asks('choose-city', 'overflow'),
		taste: only('build-hospital', 'walk'),
		most: 200,
	},
	'choose-city reach-next': {
		wish: {
			game: 'iberia',
			settings: {
				players: '3',
				epidemics: '6',
				roles: 'agronomist,royal-academy-scientist,sailor',
				historical: '2',
				diseases: 'cholera,malaria', // they ask which cube spreads, as long as there are few tokens
			},
		},
		until: asks('choose-city', 'reach-next'),
		taste: only('well', ...purifying),
		most: 200,
	},
} satisfies Record<string, Wanted>;

export type Asking = keyof typeof asked;

/** Prefers to build, lay rails, purify and treat, so that all of this is visible on the board. */
const builder: Taste = (move) => {
	const [word = ''] = move.split(' ');
	if (['build-hospital', 'purify', 'rail', 'treat'].includes(word)) return 8;
	return word === 'draw' ? 0.2 : 1;
};

/** Returns a condition that holds in the middle of a turn, from the given turn on. */
const acting =
	(turn: number): Until =>
	(u) =>
		!u.over &&
		u.question.step === 'action' &&
		(iberiaOf(u).turn ?? 0) >= turn &&
		(iberiaOf(u).actions ?? 0) > 1;

/** Reports whether the player whose turn it is has the pawn in a city where railroads can be built. */
function byLand(update: Update): boolean {
	const { active = 0, 'seats-at-table': seats } = iberiaOf(update);
	const dotted = iberia.dotted.map((line) => line.join(' '));
	const lines = iberia.links.filter((line) => !dotted.includes(line.join(' ')));
	return lines.some((line) => line.includes(seats[active]?.pawn ?? ''));
}

/** Positions other than questions. */
export const positions = {
	late: { wish: { game: 'iberia', settings }, until: acting(6), taste: builder },
	early: { wish: { game: 'iberia', settings }, until: (u) => acting(0)(u) && byLand(u), taste: only() },
	over: { wish: { game: 'iberia', settings }, until: over, taste: only(), most: 900 },
	window: { wish: { game: 'iberia', settings }, until: asks('window'), taste: only() },
} satisfies Record<string, Wanted>;
