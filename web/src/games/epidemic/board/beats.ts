// What happened, cut into the beats that it is shown in. Facts that change nothing
// on the board (a card drawn, a turn begun) have no beat; the log tells them.

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

/** A fact, with the rule behind it where that is known. */
export type Told = Line & { rule?: string };

/**
 * A beat: `act` a player's own doing, `event` the card that another person played, `draw` cards that another person drew,
 * `end` the end of the game, `infection` a card and its cubes, `epidemic`,
 * `alarm` what a game of its own calls for attention, `intensified` the discard back on top, `wave` outbreaks at the same distance from
 * the first, `burst` one that reaches nobody by itself, `cure` a cure or an eradication, `walk` cubes that go from city to city,
 * `cubes` anything else that places some.
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
	/** How long it is shown, if there is time. */
	ms: number;
	/** What becomes true with it, in order. */
	facts: Told[];
	/** What is told once it is shown, and was not before: these facts, and those before them that have no beat. */
	tells: Told[];
	/** The position beside the board with them. */
	beside: (before: Position) => Position;
	/** How far the log is told then. */
	mark: Mark;
	/** The seat whose move it comes from. */
	by?: number;
	/** Which of the three steps of an epidemic it is. */
	step?: 1 | 2 | 3;
	/** The cities that are infected one after the other, this one among them: they are told in one breath. */
	row?: readonly string[];
	/** The cities it is about. */
	lit: string[];
	flows: Flow[];
	/** Of a wave: its outbreaks, and which ones of how many in the chain. */
	outbreaks: Outbreak[];
	first: number;
	last: number;
	total: number;
}

/** What has to be known of the game. */
type Played = Pick<Game, 'box' | 'deferred'>;

/** How long the beats are, in ms. One's own doing is quick; anything longer can be skipped. */
export const pace: Record<Beat['kind'], number> = {
	act: 180,
	cubes: 350,
	walk: 450,
	infection: 800,
	epidemic: 900,
	alarm: 1100,
	intensified: 800,
	// 450 to spread, and a pause.
	wave: 600,
	burst: 1000,
	cure: 1600,
	event: 1400,
	draw: 900,
	end: 2400,
};
/** The second step of an epidemic is told longer; a pawn of another person is followed. */
const bottom = 1100;
const followed = 400;
/** The least for a city that is one of several. */
const quickest = 300;

const moving = ['pawn-moved', 'cubes-removed', 'station-built', 'station-moved'];
const spread = ['outbreak', 'cubes-placed', 'outbreak-spared', 'placement-prevented'];

/** What ends the facts that belong to an event: something happens by itself again. */
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

function beat(kind: Beat['kind'], facts: Told[], more: Partial<Beat> = {}): Beat {
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

/** The beats of the facts of one play. `mine`: the seats of whoever looks; left out where nobody looks from a seat. */
export function beatsOf(game: Played, facts: readonly Told[], mine?: readonly number[]): Beat[] {
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
	/** Takes facts for as long as they belong together. */
	const take = (belongs: (f: Told) => boolean): Told[] => {
		const from = at++;
		for (let next = facts[at]; next && belongs(next); next = facts[at]) at++;
		return facts.slice(from, at);
	};
	const add = (kind: Beat['kind'], belongs: (f: Told) => boolean = () => false, more: Partial<Beat> = {}) =>
		out.push(beat(kind, take(belongs), more));
	/** Whether another person did what a fact tells, and somebody looks who would miss it. */
	const ofOthers = (f: Told) => mine !== undefined && !mine.includes(Number(operand(f, 'seat')));
	let told = 0;
	while (at < facts.length) {
		const [begin, before] = [at, out.length];
		const fact = facts[at] as Told;
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

/** Cities that are infected one after the other share the time of one, as far as each is still seen. */
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

/** A cube on its way: which, from where, to where. */
function walked({ operands }: Line): Flow {
	const [disease = '', from = '', to = ''] = operands.map((o) => o.value);
	return { from, to, disease };
}

/** The waves of a chain of outbreaks. */
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
 * The beats of entries of the log. Null where they can only be jumped over: moves were taken back. `mine`: as for
 * beatsOf.
 */
export function beatsOfSteps(game: Played, steps: readonly Step[], mine?: readonly number[]): Beat[] | null {
	if (steps.some((s) => s.kind === 'undo' || s.kind === 'open' || s.kind === 'repair')) return null;
	const out: Beat[] = [];
	/** What no beat has told yet. */
	let untold: Told[] = [];
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
