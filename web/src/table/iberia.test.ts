// Tests the log lines about what only the Iberia game has: railroads, water, hospitals, research and
// patients.

import { beforeEach, expect, it } from 'vitest';
import { textsOf } from '../../languages.ts';
import { formatter } from '../games/epidemic/log/formatter.ts';
import { game } from '../games/iberia/game.ts';
import type { Step } from '../gen/api.ts';
import { speakOf, use } from '../i18n/words.svelte.ts';
import { sentence } from './sentences.ts';
import { logTurns } from './turns.ts';

const en = textsOf('en');

const { diseaseOf, facts, isCity } = game.box;
const presenter = {
	facts,
	seatName: (s: number) => ['Ada', 'Léon'][s] ?? '',
	isPlace: isCity,
	diseaseOf,
	formatter: () => formatter,
};

/** Makes one log entry for each list of facts, and returns the log lines as texts. */
function told(...plays: string[][]): string[] {
	const steps = plays.map(
		(lines, n): Step => ({
			n,
			at: n,
			kind: 'play',
			by: [0],
			plays: [
				{
					seat: 0,
					move: 'x',
					facts: lines.map((line) => {
						const [fact = '', rule = ''] = line.split(' | ');
						return { fact, rule };
					}),
				},
			],
		}),
	);
	return logTurns(steps, presenter).flatMap((turn) => turn.entries.map((e) => sentence(e, presenter)));
}

beforeEach(() => {
	use('en', en);
	return speakOf('iberia');
});

it('tells a rail by its ends, two of one move together', () => {
	const one = 'track-laid porto lisboa | action/rail';
	const two = [
		'track-laid porto coimbra | role/railwayman/rails',
		'track-laid coimbra caceres | role/railwayman/rails',
	];
	expect(told([one], two)).toEqual([
		'Ada laid a rail: Porto – Lisbon.',
		'Ada laid 2 rails: Porto – Coimbra and Coimbra – Cáceres.',
	]);
});

it('tells water with the card that paid for it', () => {
	expect(told(['card-discarded 0 porto | action/purify', 'tokens-placed r02 2 | action/purify'])).toEqual([
		'Ada purified water: Santiago – Vigo – Ourense, 2 tokens. Discarded: Porto.',
	]);
	expect(
		told([
			'card-discarded 0 porto | action/purify',
			'tokens-placed r02 2 | role/royal-academy-scientist/purify',
		]),
	).toHaveLength(1);
	expect(told(['tokens-placed r02 1 | role/agronomist/well'])).toEqual([
		'Ada purified water: Santiago – Vigo – Ourense, 1 token.',
	]);
});

it('tells of hospitals and research, not of stations and cures', () => {
	expect(told(['card-discarded 0 porto | action/build', 'hospital-built porto | action/build'])).toEqual([
		'Ada built a hospital in Porto.',
	]);
	expect(
		told([
			'card-discarded 0 porto | action/build',
			'hospital-moved lisboa porto | action/hospital-moves',
		]).join(' '),
	).toContain('Porto');
	expect(told(['card-discarded 0 porto | action/cure'], ['researched blue | action/cure'])).toEqual([
		'Ada researched the blue disease! Discarded: Porto.',
	]);
});

it('tells an event in one line with what it did', () => {
	const [line, ...more] = told([
		'event-played 0 new-line | event/new-line',
		'card-discarded 0 new-line | event/new-line',
		'track-laid porto lisboa | event/new-line',
	]);
	expect(line).toBe('Ada played New Line. A rail was laid from Porto to Lisbon.');
	expect(more).toEqual([]);
});

it('names the player cards that were seen', () => {
	expect(
		told([
			'studied 0 2 | role/royal-academy-scientist/study',
			'studied-card porto 1 | role/royal-academy-scientist/study',
			'studied-card epidemic 2 | role/royal-academy-scientist/study',
		]),
	).toEqual(['Ada looked at the top of the player deck: 2 cards. From the top: Porto and Epidemic.']);
});

it('keeps an outbreak in one line where a token stops part of it', () => {
	const lines = told([
		'outbreak porto blue 1 | outbreak/start',
		'cubes-placed coimbra blue 1 | outbreak/spread',
		'token-spent r04 vigo blue | water/token',
		'cubes-placed lisboa blue 1 | outbreak/spread',
	]);
	expect(lines).toHaveLength(1);
	expect(lines[0]).toContain('It spread to Coimbra and Lisbon.');
	expect(lines[0]).toContain('purification token');
});
