// The fixtures are what a server sent to one seat: a game that was played to its end, and one with moves
// that were taken back.

import { beforeEach, describe, expect, it } from 'vitest';
import { textsOf } from '../../languages.ts';
import { formatter } from '../games/epidemic/log/formatter.ts';
import { game as world } from '../games/world/game.ts';
import type { Step } from '../gen/api.ts';
import { use } from '../i18n/words.svelte.ts';
import gameJSON from './fixtures/game.json';
import undoJSON from './fixtures/undo.json';
import { placesOf } from './folded.ts';
import { moveAt } from './played.ts';
import { pieces, sentence } from './sentences.ts';
import { after, keep, logTurns, passes } from './turns.ts';

const en = textsOf('en');
const fr = textsOf('fr');

const game = gameJSON as Step[];
const undone = undoJSON as Step[];
const names = ['Ada', 'Léon', 'Noor', 'Kofi'];
const { diseaseOf, facts, isCity } = world.box;
const presenter = {
	facts,
	seatName: (s: number) => names[s] ?? '',
	isPlace: isCity,
	diseaseOf,
	formatter: () => formatter,
};

/** Makes a log from made-up moves, each with a seat, the move, and its facts with their rules. */
function log(...plays: [number, string, ...string[]][]): Step[] {
	return plays.map(([seat, move, ...told], n) => ({
		n,
		at: n,
		kind: 'play',
		by: [seat],
		plays: [
			{
				seat,
				move,
				facts: told.map((line) => {
					const [fact = '', rule = ''] = line.split(' | ');
					return { fact, rule };
				}),
			},
		],
	}));
}

function told(steps: Step[]): string[] {
	return logTurns(steps, presenter).flatMap((turn) => turn.entries.map((e) => sentence(e, presenter)));
}

beforeEach(async () => {
	use('en', en);
});

describe('turns', () => {
	it('begin with the set-up and follow the seats', () => {
		const turns = logTurns(game, presenter);
		expect(turns.map((t) => [t.number, t.seat])).toEqual([
			[0, null],
			[1, 1],
			[2, 2],
			[3, 3],
			[4, 0],
			[5, 1],
			[6, 2],
		]);
	});

	it('tell in one line what a seat says it holds', () => {
		const steps = log(
			[1, 'tell', 'card-told 1 lima | hand/told', 'card-told 1 airlift | hand/told'],
			[1, 'ask-hands', 'hands-asked 1 | hand/told'],
			[2, 'keep', 'hand-kept 2 | hand/told'],
			[0, 'tell', 'card-told 0 paris | hand/told'],
		);
		expect(told(steps)).toEqual([
			`${names[1]} says: “I hold Lima and Airlift.”`,
			`${names[1]} asks the others what they hold.`,
			`${names[2]} keeps their hand to themselves.`,
			`${names[0]} says: “I hold Paris.”`,
		]);
	});

	it('end well where the rule is one of those that win, in every way to play', () => {
		const tone = (rule: string) =>
			logTurns(log([0, 'draw', `ended | ${rule}`]), presenter).flatMap((t) => t.entries.map((e) => e.tone));
		const wins = ['end/win', 'lab/never-seen', 'team/end-cures', 'team/end-eradications', 'team/end-removal'];
		for (const rule of wins) expect(tone(rule), rule).toEqual(['good']);
		for (const rule of ['end/outbreaks', 'end/cubes', 'end/cards'])
			expect(tone(rule), rule).toEqual(['alarm']);
	});

	it('leave no fact untold but those that say nothing by themselves', () => {
		const all = game.flatMap((s) => s.plays ?? []).flatMap((p) => p.facts ?? []);
		const silent = ['turn-began', 'infection-began', 'infection-drawn'];
		const count = logTurns(game, presenter)
			.flatMap((t) => t.entries)
			.flatMap((e) => e.facts).length;
		expect(count).toBe(all.filter((f) => !silent.includes(f.fact.split(' ')[0] ?? '')).length);
	});

	it('have lines with ids of their own', () => {
		const ids = logTurns(game, presenter).flatMap((t) => t.entries.map((e) => e.id));
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('stay the same objects while nothing happens in them', () => {
		const before = logTurns(game.slice(0, 13), presenter);
		const now = keep(before, logTurns(game.slice(0, 14), presenter));
		expect(now.map((t, i) => t === before[i])).toEqual([true, true, true, false]);
	});
});

describe('lines', () => {
	it('tell a whole turn shortly', () => {
		const turn = logTurns(game, presenter)[2];
		expect(turn?.entries.map((e) => sentence(e, presenter))).toEqual([
			'Noor drove to Washington.',
			'Noor built a research station in Washington.',
			'Noor drove to Atlanta and Chicago.',
			'Noor drew an epidemic! The infection marker moves up one step: the rate is 2.',
			'Noor drew a card.',
			'3 yellow cubes placed on Johannesburg.',
			'Infection discard shuffled and put back on top of its deck: 11 cards.',
			'Outbreak in Lagos (yellow), 1 of 8. It spread to São Paulo, Kinshasa, and Khartoum.',
			'Infection: São Paulo, one cube.',
		]);
	});

	it('name the cards that one may know', () => {
		expect(told(game)).toContain('Ada drew Karachi and Paris.');
		expect(told(game)).toContain('Ada was dealt Shanghai and Johannesburg.');
		expect(told(game)).toContain('Léon was dealt 2 cards.');
	});

	it('tell a chain outbreak by outbreak, and why the game ended', () => {
		const last =
			logTurns(game, presenter)
				.at(-1)
				?.entries.map((e) => sentence(e, presenter)) ?? [];
		expect(last.at(-1)).toBe('The outbreak marker reached the end of its track: the game is lost.');
		expect(last).toContain('Outbreak in Lagos (yellow), 5 of 8. Already broke out: Khartoum.');
	});

	it('fold a card with what it was spent on', () => {
		expect(
			told(
				log(
					[0, 'direct lima', 'card-discarded 0 lima | action/direct', 'pawn-moved 0 lima | action/direct'],
					[
						0,
						'charter paris',
						'card-discarded 0 lima | action/charter',
						'pawn-moved 0 paris | action/charter',
					],
					[0, 'build', 'card-discarded 0 paris | action/build', 'station-built paris | action/build'],
				),
			),
		).toEqual([
			'Ada flew direct to Lima.',
			'Ada chartered a flight to Paris with Lima.',
			'Ada built a research station in Paris.',
		]);
	});

	it('give the reason why nothing happened', () => {
		expect(
			told(
				log(
					[
						0,
						'draw',
						'infection-drawn lima | infection/city',
						'placement-prevented lima yellow | role/medic/block',
					],
					[0, 'draw', 'infection-drawn oslo | infection/city', 'infection-drawn paris | infection/city'],
					[0, 'draw', 'placement-prevented seoul red | disease/eradicated'],
				),
			),
		).toEqual([
			'Lima was spared the yellow disease. Blocked by the Medic.',
			'Infection card: oslo.',
			'Infection card: Paris.',
			'Seoul: the red disease is eradicated, no cube.',
		]);
	});

	it('keep a block in a spread with its outbreak, and one of a card apart', () => {
		const steps = log([
			0,
			'draw',
			'outbreak lima yellow 2 | outbreak/start',
			'placement-prevented bogota yellow | role/quarantine-specialist/block',
			'cubes-placed santiago yellow 1 | outbreak/spread',
			'infection-drawn milan | infection/city',
			'placement-prevented milan blue | role/quarantine-specialist/block',
		]);
		const entries = logTurns(steps, presenter).flatMap((t) => t.entries);
		expect(entries.map((e) => e.facts.length)).toEqual([3, 1]);
	});

	it('say when a clock or a standing order played', () => {
		const steps = log([1, 'pass', 'passed 1 | event/window'], [2, 'draw', 'card-drawn-hidden 2 | draw/two']);
		const [standing, clock] = steps.map((s) => s.plays?.[0]);
		if (standing) standing.why = 'standing';
		if (clock) clock.why = 'clock';
		const entries = logTurns(steps, presenter).flatMap((t) => t.entries);
		expect(entries.map((e) => e.why)).toEqual(['standing', 'clock']);
		expect(told(steps)[1]).toBe('Time ran out. Noor drew a card.');
	});

	it('blame no bot for what its answer only let happen', () => {
		const steps = log(
			[2, 'agree', 'agreed 2 | consent/asked', 'card-given 0 2 taipei | action/share'],
			[2, 'pass', 'passed 2 | event/window', 'epidemic-drawn 0 | epidemic/increase'],
		);
		for (const play of steps.flatMap((s) => s.plays ?? [])) play.why = 'bot';
		const entries = logTurns(steps, presenter).flatMap((t) => t.entries);
		expect(entries.map((e) => [e.facts[0]?.line.word, e.why])).toEqual([
			['agreed', 'bot'],
			['card-given', undefined],
			['passed', 'bot'],
			['epidemic-drawn', undefined],
		]);
	});

	it('say who asked for advice, at the table and in a replay', () => {
		const steps = log([1, 'drive chicago', 'pawn-moved 1 chicago | action/drive']);
		const asked = { n: 90, at: 1, kind: 'advice' as const, by: [1], plays: [] };
		expect(told([asked, ...steps])).toEqual(['Léon asked for advice.', 'Léon drove to Chicago.']);
		const replayed = steps.map((s) => ({ ...s, plays: s.plays?.map((p) => ({ ...p, advice: [1] })) ?? [] }));
		expect(told(replayed)).toEqual(['Léon asked for advice.', 'Léon drove to Chicago.']);
	});

	it('do not stop for a pass', () => {
		const lines = told(
			log(
				[0, 'draw', 'cubes-placed lima yellow 1 | infection/city'],
				[1, 'pass', 'passed 1 | event/window', 'cubes-placed paris blue 1 | infection/city'],
				[2, 'pass', 'passed 2 | event/window', 'cubes-placed seoul red 1 | infection/city'],
			),
		);
		expect(lines).toEqual(['Infection: Lima, Paris, and Seoul, one cube each.', 'Léon and Noor passed.']);
	});

	it('are written in French too', async () => {
		use('fr', fr);
		expect(told(game)).toContain('Propagation\u00a0: Khartoum et Shanghai, un cube chacune.');
		expect(told(game).filter((line) => /fact\.|web\.|\{|[\uE000-\uE002]/.test(line))).toEqual([]);
	});

	it('know their places and diseases', () => {
		const entry = logTurns(game, presenter)[1]?.entries[1];
		expect(entry && pieces(entry, presenter)).toEqual([
			{ text: 'Léon treated ' },
			{ text: 'Chicago', place: 'chicago', disease: undefined },
			{ text: ': 2 ' },
			{ text: 'blue', disease: 'blue' },
			{ text: ' cubes.' },
		]);
		expect(entry && placesOf(entry, isCity)).toEqual(['chicago']);
		const drawn = logTurns(game, presenter)[4]?.entries.find((e) => e.form === 'drew');
		expect(drawn && pieces(drawn, presenter)[1]).toEqual({
			text: 'Karachi',
			place: 'karachi',
			disease: 'black',
		});
	});
});

describe('moves that were taken back', () => {
	const turns = () => logTurns(undone, presenter);

	it('leave the course of the game', () => {
		expect(turns().map((t) => [t.number, t.seat])).toEqual([
			[0, null],
			[1, 1],
		]);
		const gone = turns()[1]?.entries.filter((e) => e.form === 'undone') ?? [];
		expect(gone.map((e) => [e.moves, sentence(e, presenter)])).toEqual([
			[2, 'Léon undid 2 moves.'],
			[1, 'Léon undid 1 move.'],
			[6, 'Ada and Léon undid 6 moves.'],
		]);
	});

	it('stay readable where they were taken back', () => {
		const first = turns()[1]?.entries[0];
		expect(first?.undone?.map((e) => sentence(e, presenter))).toEqual([
			'Léon drove to Chicago and San Francisco.',
		]);
	});

	it('are named by the first of them that stands', () => {
		const played = log([1, 'drive chicago'], [1, 'drive atlanta'], [1, 'draw'], [0, 'pass']);
		const undo = { n: 4, at: 4, kind: 'undo', by: [1], to: 1, plays: [] } as Step;
		const again = { ...(played[2] as Step), n: 5 };
		expect(moveAt(played, 2)).toBe('draw');
		expect(moveAt([...played, undo, again], 1)).toBe('draw');
		expect(moveAt(played.slice(1), 1)).toBeUndefined();
	});

	it('are asked for and answered in sight of all', () => {
		const lines = turns()[1]?.entries.map((e) => sentence(e, presenter)) ?? [];
		expect(lines).toContain('Léon asked to undo moves.');
		expect(lines).toContain('Ada refused.');
		expect(lines.at(-1)).toBe('Ada and Léon gave the game up.');
	});

	it('are no more asked for by who takes the proposal back', () => {
		const asked = undone.findIndex((step) => step.kind === 'ask');
		const { by, n, at } = undone[asked] as Step;
		const steps = [...undone.slice(0, asked + 1), { n: n + 1, at, kind: 'refuse', by, plays: [] } as Step];
		const last = logTurns(steps, presenter).at(-1)?.entries.at(-1);
		expect(last && sentence(last, presenter)).toBe('Léon withdrew the proposal.');
	});

	it('are not guessed at when the beginning is not known', () => {
		const entries = logTurns(undone.slice(4), presenter).flatMap((t) => t.entries);
		expect(entries.filter((e) => e.form === 'undone').map((e) => e.moves)).toEqual([0, 0]);
	});
});

describe('the filter', () => {
	const entries = logTurns(game, presenter).flatMap((t) => t.entries);
	const words = (filter: Parameters<typeof passes>[1]) =>
		new Set(entries.filter((e) => passes(e, filter, [0])).map((e) => e.facts[0]?.line.word));

	it('knows topics', () => {
		expect(words('cards').has('pawn-moved')).toBe(false);
		expect(words('moves').has('outbreak')).toBe(false);
		expect(words('disease').has('outbreak')).toBe(true);
		expect(words('all').size).toBeGreaterThan(10);
	});

	it('knows whose doing a line is', () => {
		expect([...words('mine')].sort()).toEqual(['card-drawn', 'cards-dealt', 'pawn-moved', 'role-dealt']);
	});
});

it('tells what came after an entry', () => {
	const turns = logTurns(game, presenter);
	expect(after(turns, 30).map((e) => e.n)).not.toContain(30);
	expect(after(turns, 31)).toEqual([]);
});
