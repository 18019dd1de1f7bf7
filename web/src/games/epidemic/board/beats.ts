// What happened, cut into the beats that it is shown in. Facts that change nothing
// on the board (a card drawn, a turn begun) have no beat; the log tells them.

import type { Step } from '../../../gen/api';
import { type Line, operand, read } from '../../../words/notation.ts';
import type { Game } from '../game.ts';
import { type Outbreak, outbreakOf, outbreaksOf, reached, wavesOf } from './waves.ts';

export interface Flow {
	from: string;
	to: string;
	disease: string;
}

/**
 * A beat: `act` a player's own doing, `infection` a card and its cubes, `epidemic`,
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
		| 'cubes';
	/** How long it is shown. */
	ms: number;
	/** What becomes true with it, in order. */
	facts: Line[];
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
	infection: 750,
	epidemic: 1100,
	alarm: 1100,
	intensified: 800,
	wave: 1200,
	burst: 1000,
	cure: 1000,
};

const moving = ['pawn-moved', 'cubes-removed', 'station-built', 'station-moved'];
const spread = ['outbreak', 'cubes-placed', 'outbreak-spared', 'placement-prevented'];

function beat(kind: Beat['kind'], facts: Line[], more: Partial<Beat> = {}): Beat {
	const lit = [...new Set(facts.map((f) => operand(f, 'city') ?? '').filter(Boolean))];
	return { kind, ms: pace[kind], facts, lit, flows: [], outbreaks: [], first: 0, last: 0, total: 0, ...more };
}

/** The beats of the facts of one play. */
export function beatsOf(game: Played, facts: readonly Line[]): Beat[] {
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
	const take = (belongs: (f: Line) => boolean): Line[] => {
		const from = at++;
		for (let next = facts[at]; next && belongs(next); next = facts[at]) at++;
		return facts.slice(from, at);
	};
	const add = (kind: Beat['kind'], belongs: (f: Line) => boolean = () => false) =>
		out.push(beat(kind, take(belongs)));
	while (at < facts.length) {
		const fact = facts[at] as Line;
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
		else if (word === 'infection-drawn') add('infection', (f) => quiet(f) && operand(f, 'city') === city);
		else if (word === 'epidemic-drawn') add('epidemic', (f) => f.word === 'rate-raised');
		else if (alarms.includes(word)) add('alarm');
		else if (word === 'intensified') add('intensified');
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
	}
	return out;
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

/** The beats of entries of the log. Null where they can only be jumped over: moves were taken back. */
export function beatsOfSteps(game: Played, steps: readonly Step[]): Beat[] | null {
	if (steps.some((s) => s.kind === 'undo' || s.kind === 'open' || s.kind === 'repair')) return null;
	const plays = steps.flatMap((s) => s.plays ?? []);
	return plays.flatMap((p) =>
		beatsOf(
			game,
			(p.facts ?? []).map((f) => read(f.fact, game.box.facts)),
		),
	);
}
