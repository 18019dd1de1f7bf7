import { beforeEach, expect, test } from 'vitest';
import type { Step, Update } from '../../../gen/api.ts';
import { read } from '../../../i18n/notation.ts';
import { game } from '../../world/game.ts';
import { type Position, positionOf } from '../model/position.ts';
import { beatsOfSteps } from './beats.ts';
import { toldUntil } from './past.ts';
import { Playback } from './playback.svelte.ts';
import { after, type Standing, standingOf } from './standing.ts';

/** A clock whose time the test sets. */
class Hand {
	now = 0;
	private rings: { at: number; ring: () => void }[] = [];
	readonly clock = (ms: number, ring: () => void) => {
		const entry = { at: this.now + ms, ring };
		this.rings.push(entry);
		return () => {
			this.rings = this.rings.filter((r) => r !== entry);
		};
	};

	get waiting(): number {
		return this.rings.length;
	}

	move(ms: number): void {
		const until = this.now + ms;
		for (;;) {
			const next = this.rings.filter((r) => r.at <= until).sort((a, b) => a.at - b.at)[0];
			if (!next) break;
			this.rings = this.rings.filter((r) => r !== next);
			this.now = next.at;
			next.ring();
		}
		this.now = until;
	}
}

const start = positionOf(game.box, {
	stage: 'actions',
	'seats-at-table': [
		{ role: 'medic', pawn: 'atlanta' },
		{ role: 'scientist', pawn: 'atlanta' },
	],
	hands: [],
	cubes: { chennai: { black: 3 }, mumbai: { black: 3 }, delhi: { black: 1 } },
	stations: ['atlanta'],
});

let hand: Hand;
let mode: 'play' | 'step' | 'none';
let still: boolean;
let playback: Playback;
let n: number;
let truth: Position;
let log: Step[];

beforeEach(() => {
	hand = new Hand();
	mode = 'play';
	still = false;
	n = 0;
	truth = start;
	playback = new Playback(game, {
		clock: hand.clock,
		mode: () => mode,
		still: () => still,
		cut: beatsOfSteps,
	});
	playback.take(start, [], asking('at first'));
	log = [];
});

/** An update with a question; only the question's id matters to these tests. */
const asking = (id: string) => ({ question: { id } }) as Update;

/**
 * Applies facts as the server would: it updates the position, then passes it to the playback with a log
 * entry.
 */
function happen(...facts: string[]): Standing {
	const standing = facts
		.map((f) => read(f, game.box.facts))
		.reduce((s, fact) => after(game, s, fact), standingOf(game, truth));
	truth = {
		...truth,
		cubes: standing.cubes,
		stations: [...standing.stations],
		seats: truth.seats.map((s) => ({ ...s, pawn: standing.pawns[s.seat] ?? s.pawn })),
	};
	const step: Step = {
		n: n++,
		at: 0,
		kind: 'play',
		plays: [{ seat: 0, move: 'x', facts: facts.map((fact) => ({ fact, rule: 'r' })) }],
	};
	playback.take(truth, [step], asking(`after ${n}`));
	log.push(step);
	return standing;
}

const chain = [
	'infection-drawn chennai',
	'outbreak chennai black 1',
	'cubes-placed delhi black 1',
	'cubes-placed kolkata black 1',
	'outbreak mumbai black 2',
	'cubes-placed karachi black 1',
	'cubes-placed delhi black 1',
];

test('the first position is shown as it is', () => {
	expect(playback.shown).toBeNull();
	expect(playback.beat).toBeNull();
});

test('a chain is shown wave by wave, and ends at the truth', () => {
	happen(...chain);
	const seen: string[] = [];
	for (let i = 0; i < 100 && playback.beat; i++) {
		const name = `${playback.beat.kind} ${playback.beat.lit.join('+')} delhi=${playback.shown?.cubes.delhi?.black}`;
		if (seen.at(-1) !== name) seen.push(name);
		hand.move(50);
	}
	expect(seen).toEqual(['infection chennai delhi=1', 'wave chennai delhi=2', 'wave mumbai delhi=3']);
	expect(playback.shown).toBeNull();
	expect(hand.waiting).toBe(0);
});

test('a move of one’s own is over within 200 ms and does not count as busy', () => {
	happen('pawn-moved 0 chicago');
	expect(playback.shown?.pawns[0]).toBe('chicago');
	expect(playback.busy).toBe(false);
	hand.move(200);
	expect(playback.shown).toBeNull();
});

test('skipping goes to the truth at once', () => {
	happen(...chain);
	hand.move(10);
	playback.skip();
	expect(playback.shown).toBeNull();
	expect(playback.beat).toBeNull();
	expect(hand.waiting).toBe(0);
});

test('an update that comes meanwhile waits, and begins from what was true before it', () => {
	happen(...chain);
	happen('pawn-moved 0 chicago');
	expect(playback.shown?.pawns[0]).toBe('atlanta');
	let last = playback.shown;
	while (playback.beat?.kind !== 'act') {
		last = playback.shown;
		hand.move(50);
	}
	expect(playback.shown).toEqual({ ...last, pawns: ['chicago', 'atlanta'] });
	hand.move(200);
	expect(playback.shown).toBeNull();
});

test('far behind, it jumps to the present and marks what changed', () => {
	happen(...chain);
	happen('pawn-moved 0 chicago');
	happen('pawn-moved 0 montreal');
	expect(playback.beat).not.toBeNull();
	happen('station-built lima');
	expect(playback.beat).toBeNull();
	expect(playback.shown).toBeNull();
	expect([...playback.changed].sort()).toEqual(['delhi', 'karachi', 'kolkata', 'lima', 'montreal']);
});

test('moves that were taken back are jumped over', () => {
	happen('pawn-moved 0 chicago');
	hand.move(500);
	playback.take(start, [{ n: n++, at: 0, kind: 'undo', to: 0, plays: null }]);
	expect(playback.beat).toBeNull();
	expect(playback.shown).toBeNull();
	expect([...playback.changed]).toEqual(['atlanta']);
});

test('step by step, a wave waits for “next”', () => {
	mode = 'step';
	happen(...chain);
	hand.move(60_000);
	expect(playback.waiting).toBe(true);
	expect(playback.beat?.lit).toEqual(['chennai']);
	playback.next();
	hand.move(60_000);
	expect(playback.beat?.lit).toEqual(['mumbai']);
	playback.next();
	expect(playback.shown).toBeNull();
	expect(playback.waiting).toBe(false);
});

test('without playing, or where nothing should move, the result stands with marks', () => {
	mode = 'none';
	happen(...chain);
	expect(playback.beat).toBeNull();
	expect([...playback.changed].sort()).toEqual(['delhi', 'karachi', 'kolkata']);
	mode = 'play';
	still = true;
	happen('cubes-removed delhi black 3');
	expect(playback.beat).toBeNull();
	expect([...playback.changed]).toEqual(['delhi']);
});

test('a pause holds until it is lifted', () => {
	happen(...chain);
	playback.pause();
	hand.move(60_000);
	expect(playback.beat?.kind).toBe('infection');
	playback.next();
	expect(playback.beat?.lit).toEqual(['chennai']);
	hand.move(60_000);
	expect(playback.paused).toBe(true);
	playback.resume();
	hand.move(60_000);
	expect(playback.shown).toBeNull();
	expect(playback.paused).toBe(false);
});

test('what was changed before is unmarked when something new is played', () => {
	mode = 'none';
	happen('pawn-moved 0 chicago');
	mode = 'play';
	happen('pawn-moved 0 montreal');
	expect(playback.changed.size).toBe(0);
});

test('where nothing should move, words stand for three seconds', () => {
	playback = told([1]);
	still = true;
	happen('event-played 0 one-quiet-night');
	expect(playback.beat).toBeNull();
	expect(playback.notes.map((b) => b.kind)).toEqual(['event']);
	hand.move(2900);
	expect(playback.notes).toHaveLength(1);
	hand.move(200);
	expect(playback.notes).toHaveLength(0);
});

test('a move of one’s own goes to the present, but what another did stays in words', () => {
	playback = told([1]);
	happen('event-played 0 one-quiet-night');
	expect(playback.beat?.kind).toBe('event');
	hand.move(100);
	playback.hurry();
	expect(playback.beat).toBeNull();
	happen('pawn-moved 1 chicago');
	hand.move(1500);
	expect(playback.notes.map((b) => b.kind)).toEqual(['event']);
});

test('without playing there are no words either', () => {
	playback = told([1]);
	mode = 'none';
	happen('event-played 0 one-quiet-night');
	expect(playback.notes).toHaveLength(0);
});

test('an update that comes meanwhile is fitted into the same four seconds', () => {
	happen(...chain);
	happen(...chain, 'cured black', 'intensified 5');
	hand.move(4000);
	expect(playback.beat).toBeNull();
});

/** Makes a playback for a viewer who holds the given seats. */
function told(mine: number[]): Playback {
	const out = new Playback(game, {
		clock: hand.clock,
		mode: () => mode,
		still: () => still,
		cut: beatsOfSteps,
		mine: () => mine,
	});
	out.take(start, []);
	return out;
}

/** Returns the state of hands and tracks as text, to compare. */
function beside(): string {
	const { past } = playback;
	if (!past) return 'now';
	const { position, update } = past;
	const facts = toldUntil(log, past.mark).flatMap((s) => s.plays?.at(-1)?.facts ?? []);
	return [
		update.question.id,
		`rate ${position.rate}`,
		`outbreaks ${position.outbreaks}`,
		`black ${position.supply.black}`,
		`hand ${position.seats[0]?.hand.join('+')}`,
		`told ${facts.at(-1)?.fact}`,
	].join(', ');
}

test('what stands beside the board waits for the beat that tells it', () => {
	happen('card-drawn 0 lima', 'epidemic-drawn 0', 'rate-raised 2', ...chain, 'intensified 5', 'turn-began 1');
	const seen: string[] = [];
	for (let i = 0; i < 200 && playback.beat; i++) {
		if (seen.at(-1) !== beside()) seen.push(beside());
		hand.move(50);
	}
	expect(seen).toEqual([
		'at first, rate 1, outbreaks 0, black 0, hand lima, told rate-raised 2',
		'at first, rate 1, outbreaks 0, black 0, hand lima, told infection-drawn chennai',
		'at first, rate 1, outbreaks 1, black -2, hand lima, told cubes-placed kolkata black 1',
		'at first, rate 1, outbreaks 2, black -4, hand lima, told cubes-placed delhi black 1',
		'at first, rate 1, outbreaks 2, black -4, hand lima, told intensified 5',
	]);
	expect(beside()).toBe('now');
});

test('it waits under a move that something follows, and is let go by skipping, hurrying and where nothing moves', () => {
	happen('pawn-moved 0 chicago', ...chain);
	expect(playback.beat?.kind).toBe('act');
	expect(beside()).toContain('outbreaks 0');
	playback.pause();
	hand.move(60_000);
	expect(beside()).toContain('outbreaks 0');
	playback.skip();
	expect(beside()).toBe('now');
	happen(...chain);
	expect(beside()).toContain('after');
	playback.hurry();
	expect(beside()).toBe('now');
	still = true;
	happen(...chain);
	expect(beside()).toBe('now');
});

test('moves alone hold nothing back', () => {
	happen('pawn-moved 0 chicago');
	expect(playback.beat).not.toBeNull();
	expect(beside()).toBe('now');
});
