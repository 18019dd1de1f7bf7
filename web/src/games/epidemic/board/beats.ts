// Splits what happened into beats, the units of the animation. A fact (an event of the game) that changes
// nothing on the board, such as a drawn card, has no beat; only the log shows it.

import type { Step } from '../../../gen/api.ts';
import { type Line, operand, read } from '../../../i18n/notation.ts';
import type { Game } from '../model/game.ts';
import type { Position } from '../model/position.ts';
import { positionAfter } from './beside.ts';
import type { Mark } from './past.ts';
import { type Outbreak, outbreakOf, outbreaksOf, reached, wavesOf } from './waves.ts';

export interface Flow {
	from: string;
	to: string;
	disease: string;
}

/** A fact, with the rule that caused it if known. */
type RuledFact = Line & { rule?: string };

/**
 * The kinds of beats:
 * - `act`: a player's own move
 * - `event`: another player's event card
 * - `draw`: cards that another player drew
 * - `infection`: a card and its cubes
 * - `epidemic`: one of its three steps
 * - `intensified`: the discard pile back on top
 * - `wave`: outbreaks at the same distance from the first
 * - `burst`: a fact of one game that is animated like an outbreak
 * - `cubes`: any other placing of cubes
 * - `walk`: cubes that move from city to city
 * - `cure`: a cure or an eradication
 * - `alarm`: an announcement that only this game has
 * - `end`: the end of the game
 */
export interface Beat {
	kind:
		| 'act'
		| 'infection'
		| 'epidemic'
		| 'alarm'
		| 'intensified'
		| 'wave'
		| 'burst'
		| 'cure'
		| 'walk'
		| 'cubes'
		| 'event'
		| 'draw'
		| 'end';
	/** The usual duration of the beat, in ms. */
	ms: number;
	/** The facts that the beat applies to the board, in order. */
	facts: RuledFact[];
	/** The facts that the log shows after this beat: the beat's own, and earlier ones that have no beat. */
	tells: RuledFact[];
	/** Returns the hands and tracks after the beat, given those before it. */
	beside: (before: Position) => Position;
	/** How far the log is shown after this beat. */
	mark: Mark;
	/** The seat whose move caused the beat. */
	by?: number;
	/** Which of an epidemic's three steps the beat shows. */
	step?: 1 | 2 | 3;
	/**
	 * All cities that are infected in the same step, including the beat's own, so that one text can name them
	 * all.
	 */
	row?: readonly string[];
	/** The cities that the beat highlights. */
	lit: string[];
	flows: Flow[];
	/** The outbreaks of a wave, each with its number in the whole chain. */
	outbreaks: Outbreak[];
	first: number;
	last: number;
	total: number;
}

/** What this module needs to know about a game. */
type Played = Pick<Game, 'box' | 'deferred'>;

/** The durations of beats, in ms. A player's own moves are quick; longer beats can be skipped. */
const pace: Record<Beat['kind'], number> = {
	act: 180,
	cubes: 350,
	walk: 450,
	infection: 800,
	epidemic: 900,
	alarm: 1100,
	intensified: 800,
	// The outbreak spreads for 450 ms; then there is a pause.
	wave: 600,
	burst: 1000,
	cure: 1600,
	event: 1400,
	draw: 900,
	end: 2400,
};
/**
 * In ms: the duration of an epidemic's second step, and how long another player's pawn slides, which must be
 * slow enough to follow.
 */
const bottom = 1100;
const followed = 400;
/** The minimum duration for each of several cities infected in one step, in ms. */
const quickest = 300;

const moving = ['pawn-moved', 'cubes-removed', 'station-built', 'station-moved'];
const spread = ['outbreak', 'cubes-placed', 'outbreak-spared', 'placement-prevented'];

/** Facts that happen after an event card's own facts, because the game then continues by itself. */
const byItself = new Set([
	'turn-began',
	'card-drawn',
	'card-drawn-hidden',
	'epidemic-drawn',
	'rate-raised',
	'infection-began',
	'infection-drawn',
	'infection-skipped',
	'intensified',
	'outbreak',
	'cubes-placed',
	'cured',
	'researched',
	'ended',
]);
const drawing = ['card-drawn', 'card-drawn-hidden'];

function beat(kind: Beat['kind'], facts: RuledFact[], more: Partial<Beat> = {}): Beat {
	const lit = [...new Set(facts.map((f) => operand(f, 'city') ?? '').filter(Boolean))];
	const mark = { n: 0, play: 0, facts: 0 };
	const none = {
		tells: [],
		beside: (p: Position) => p,
		mark,
		flows: [],
		outbreaks: [],
		first: 0,
		last: 0,
		total: 0,
	};
	return { kind, ms: pace[kind], facts, lit, ...none, ...more };
}

/**
 * Returns the beats for the facts of one move. `mine` holds the viewer's seats; undefined for a spectator.
 */
export function beatsOf(game: Played, facts: readonly RuledFact[], mine?: readonly number[]): Beat[] {
	const {
		doing: own = [],
		alarms = [],
		cures = [],
		spares = [],
		walks = [],
		bursts = [],
	} = game.deferred?.parts?.pieces ?? {};
	const doing = new Set([...moving, ...own]);
	const spreading = new Set([...spread, ...spares]);
	const out: Beat[] = [];
	let at = 0;
	/** Takes facts from the front of the list as long as they belong together. */
	const take = (belongs: (f: RuledFact) => boolean): RuledFact[] => {
		const from = at++;
		for (let next = facts[at]; next && belongs(next); next = facts[at]) at++;
		return facts.slice(from, at);
	};
	const add = (
		kind: Beat['kind'],
		belongs: (f: RuledFact) => boolean = () => false,
		more: Partial<Beat> = {},
	) => out.push(beat(kind, take(belongs), more));
	/** Reports whether another player caused a fact that the viewer would miss without a beat. */
	const ofOthers = (f: RuledFact) => mine !== undefined && !mine.includes(Number(operand(f, 'seat')));
	let told = 0;
	while (at < facts.length) {
		const [begin, before] = [at, out.length];
		const fact = facts[at] as RuledFact;
		const { word } = fact;
		const city = operand(fact, 'city');
		const quiet = (f: Line) => spreading.has(f.word) && f.word !== 'outbreak';
		if (doing.has(word)) add('act', (f) => doing.has(f.word));
		else if (word === 'outbreak')
			out.push(
				...chain(
					game,
					take((f) => spreading.has(f.word)),
				),
			);
		else if (/^event-(re)?played$/.test(word) && ofOthers(fact)) add('event', (f) => !byItself.has(f.word));
		else if (drawing.includes(word) && ofOthers(fact)) add('draw', (f) => drawing.includes(f.word));
		else if (word === 'ended' && mine) add('end');
		else if (word === 'infection-drawn') {
			const sent = fact.rule === 'epidemic/infect';
			const more: Partial<Beat> = sent ? { step: 2, ms: bottom } : {};
			add('infection', (f) => quiet(f) && operand(f, 'city') === city, more);
		} else if (word === 'epidemic-drawn') add('epidemic', (f) => f.word === 'rate-raised', { step: 1 });
		else if (alarms.includes(word)) add('alarm');
		else if (word === 'intensified') add('intensified', undefined, { step: 3 });
		else if (word === 'cured' || word === 'eradicated' || cures.includes(word))
			add('cure', (f) => f.word === 'cubes-removed' || f.word === 'eradicated');
		else if (walks.includes(word)) {
			const facts = take((f) => walks.includes(f.word));
			out.push(beat('walk', facts, { flows: facts.map(walked) }));
		} else if (bursts.includes(word))
			out.push(
				beat(
					'burst',
					take(() => false),
					{ outbreaks: [outbreakOf(fact)] },
				),
			);
		else if (spreading.has(word)) add('cubes', quiet);
		else at++;
		let end = begin;
		for (const b of out.slice(before)) {
			end = b.kind === 'wave' ? end + b.outbreaks.reduce((n, o) => n + 1 + o.facts.length, 0) : at;
			b.tells = facts.slice(told, end);
			b.mark = { ...b.mark, facts: end };
			told = end;
		}
	}
	return inRows(out);
}

/**
 * Shortens the beats of cities that are infected in the same step. Together they last as long as one beat,
 * unless each would become too short.
 */
function inRows(beats: Beat[]): Beat[] {
	const single = (b: Beat | undefined) => b?.kind === 'infection' && !b.step;
	let from = 0;
	beats.forEach((b, i) => {
		if (!single(b)) return;
		if (!single(beats[i - 1])) from = i;
		if (single(beats[i + 1])) return;
		const row = beats.slice(from, i + 1);
		const cities = row.flatMap((r) => r.lit);
		for (const r of row) {
			r.row = cities;
			r.ms = Math.max(quickest, pace.infection / row.length);
		}
	});
	return beats;
}

/** Returns a cube that moves between cities: its disease, its origin and its destination. */
function walked({ operands }: Line): Flow {
	const [disease = '', from = '', to = ''] = operands.map((o) => o.value);
	return { from, to, disease };
}

/** Returns the beats of a chain of outbreaks: one for all outbreaks at the same distance from the first. */
function chain({ box }: Played, facts: Line[]): Beat[] {
	const outbreaks = outbreaksOf(facts, (city) => box.cities.get(city)?.near ?? []);
	let first = 1;
	return wavesOf(outbreaks).map((wave) => {
		const last = first + wave.length - 1;
		const flows = wave.flatMap((o) => reached(o).map((to) => ({ from: o.city, to, disease: o.disease })));
		const own = beat(
			'wave',
			wave.flatMap((o) => o.facts),
			{ flows, outbreaks: wave, first, last, total: outbreaks.length },
		);
		own.lit = wave.map((o) => o.city);
		first = last + 1;
		return own;
	});
}

/**
 * Returns the beats of log entries; null if the log contains an undo or similar, which is not animated.
 * `mine` is as for beatsOf.
 */
export function beatsOfSteps(game: Played, steps: readonly Step[], mine?: readonly number[]): Beat[] | null {
	if (steps.some((s) => s.kind === 'undo' || s.kind === 'open' || s.kind === 'repair')) return null;
	const out: Beat[] = [];
	/** The facts since the last beat, which will be told with the next one. */
	let untold: RuledFact[] = [];
	for (const { n, plays } of steps)
		for (const [play, p] of (plays ?? []).entries()) {
			const facts = (p.facts ?? []).map((f) => ({ ...read(f.fact, game.box.facts), rule: f.rule }));
			const other = mine && p.seat !== undefined && !mine.includes(p.seat);
			const beats = beatsOf(game, facts, mine);
			for (const b of beats) {
				b.by = p.seat;
				if (other && b.kind === 'act') b.ms = followed;
				const tells = [...untold, ...b.tells];
				b.tells = tells;
				b.beside = (p) => tells.reduce(positionAfter, p);
				b.mark = { ...b.mark, n, play };
				untold = [];
			}
			untold.push(...facts.slice(beats.at(-1)?.mark.facts ?? 0));
			out.push(...beats);
		}
	return out;
}
