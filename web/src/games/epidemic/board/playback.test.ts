import { beforeEach, expect, test } from 'vitest';
import type { Step } from '../../../gen/api';
import { read } from '../../../words/notation.ts';
import { game } from '../../world/game.ts';
import { type Position, positionOf } from '../position.ts';
import { beatsOfSteps } from './beats.ts';
import { Playback } from './playback.svelte.ts';
import { after, type Standing, standingOf } from './standing.ts';

/** A clock that is moved by hand. */
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
	playback.take(start, []);
});

/** Lets facts happen: the server's next position, with the step that led to it. */
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
	playback.take(truth, [step]);
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

/** A playback for whoever holds some seats. */
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
