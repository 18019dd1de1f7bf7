// The fixture contains what a server sent to the first seat of a table of three, from the deal to the second
// round.

import { beforeEach, describe, expect, it } from 'vitest';
import { textsOf } from '../../../../languages.ts';
import type { Step } from '../../../gen/api.ts';
import { speakOf, use } from '../../../i18n/words.svelte.ts';
import { absence } from '../../../table/absence.ts';
import { announcement } from '../../../table/announcing.ts';
import { pieces, sentence } from '../../../table/sentences.ts';
import { logTurns, passes } from '../../../table/turns.ts';
import { facts } from '../box.ts';
import roundJSON from './fixtures/round.json';
import { formatter } from './formatter.ts';
import { presenterOf } from './presenter.ts';

const en = textsOf('en');
const fr = textsOf('fr');

const round = roundJSON as Step[];
const names = ['Ada', 'Léon', 'Noor', 'Kofi'];
const presenter = presenterOf({ seatName: (seat) => names[seat] ?? '' }, () => formatter);

/** Makes a log from made-up moves, each with a seat, and with facts and their rules. */
function log(...plays: [number, ...string[]][]): Step[] {
	return plays.map(([seat, ...told], n) => ({
		n,
		at: n,
		kind: 'play',
		by: [seat],
		plays: [
			{
				seat,
				move: 'x',
				facts: told.map((line) => {
					const [fact = '', rule = ''] = line.split(' | ');
					return { fact, rule };
				}),
			},
		],
	}));
}

const entries = (steps: Step[]) => logTurns(steps, presenter).flatMap((turn) => turn.entries);
const told = (steps: Step[]) => entries(steps).map((e) => sentence(e, presenter));

beforeEach(() => {
	use('en', en);
	return speakOf('pharmacy');
});

describe('a round', () => {
	const turns = logTurns(round, presenter);

	it('has a heading of its own, and its turns go on counting', () => {
		expect(turns.slice(0, 3).map((t) => [t.round, t.number, t.seat])).toEqual([
			[1, 0, null],
			[1, 1, 0],
			[1, 2, 1],
		]);
		expect(turns.slice(-2).map((t) => [t.round, t.number, t.seat])).toEqual([
			[2, 12, null],
			[2, 13, 1],
		]);
		expect(new Set(turns.map((t) => t.id)).size).toBe(turns.length);
	});

	it('is dealt quietly, and names no card of a hand', () => {
		expect(turns[0]?.entries.map((e) => [e.tone, sentence(e, presenter)])).toEqual([
			['quiet', 'Everyone got 4 blue, 3 yellow, and 2 red pills, and 6 risk cards.'],
			['quiet', '2 risk cards left the round unseen.'],
			['quiet', 'Face up: an injection and Zebra Stripes (3).'],
		]);
	});

	it('ends with an alarm and the points', () => {
		const last = turns.at(-3)?.entries ?? [];
		expect(last.map((e) => [e.tone, e.rule, sentence(e, presenter)])).toEqual([
			[
				'plain',
				'take/card',
				'Noor took Green Gills (5) and got 1 yellow: sickness\u00a014. Out of stock: 1 red.',
			],
			['alarm', 'care/sickness', 'Noor went to intensive care!'],
			['good', 'round/care', 'Round 1 is over: Ada 9, Léon 6, Noor −13.'],
		]);
	});

	it('leaves no fact untold but headings, hands, and the card that lies open next', () => {
		const all = round.flatMap((s) => s.plays ?? []).flatMap((p) => p.facts ?? []);
		const silent = all.filter(
			(f) => /^(turn-began|round-began|risk-dealt)/.test(f.fact) || f.rule === 'turn/next-card',
		);
		const count = turns.flatMap((t) => t.entries).flatMap((e) => e.facts).length;
		expect(silent.length).toBeGreaterThan(10);
		expect(count).toBe(all.length - silent.length);
	});
});

describe('a line', () => {
	it('tells a card that goes round', () => {
		expect(logTurns(round, presenter)[4]?.entries.map((e) => sentence(e, presenter))).toEqual([
			'Ada sent Zebra Stripes (3) to Léon.',
			'Léon paid 1 blue and passed it on to Ada: price\u00a02.',
			'Ada paid 2 blue and passed it on to Léon: price\u00a03.',
			'Léon kept Zebra Stripes (3): sickness\u00a03. Own stake back: 1 blue. The stake of Ada went to the pharmacy.',
		]);
	});

	it('tells a risk card till it is opened, over several moves', () => {
		expect(logTurns(round, presenter)[6]?.entries.map((e) => sentence(e, presenter))).toEqual([
			'Noor laid a risk card in front of Léon.',
			'Léon gave 1 yellow to Noor and passed the risk card on to Ada.',
			'Ada gave Noor 1 red and the risk card back.',
			'Noor opened Contagion. Zebra Stripes (3) came over from Léon: sickness\u00a09.',
		]);
	});

	it('goes on where an injection waits for a choice', () => {
		const steps = log(
			[0, 'card-taken 0 injection | take/card', 'card-turned left yawns | turn/next-card'],
			[0, 'virus-injected 0 hothead first 3 | inject/half'],
		);
		expect(told(steps)).toEqual(['Ada took an injection. Hothead (5) is halved: sickness\u00a03.']);
		expect(entries(steps)[0]).toMatchObject({ n: 0, last: 1, seats: [0] });
		expect(told(steps.slice(1))).toEqual(['Ada treated Hothead (5), first injection: sickness 3.']);
	});

	it('says who could not pay', () => {
		expect(
			told(
				log(
					[
						1,
						'pills-staked 1 0 1 0 | pay/stake',
						'card-passed 1 2 3 | pass/on',
						'card-kept 2 volcano | pass/unable',
						'stake-lost 0 1 0 0 | pass/stake-lost',
						'stake-lost 1 0 1 0 | pass/stake-lost',
						'virus-placed 2 volcano 9 | pass/virus',
					],
					[0, 'risk-sent 0 2 | risk/send', 'risk-opened 2 jab | dare/unable', 'injection-got 2 | card/jab'],
				),
			),
		).toEqual([
			'Léon paid 1 yellow and passed it on to Noor: price\u00a03.',
			'Noor could not pay and kept Volcano (6): sickness\u00a09. The stakes of Ada and Léon went to the pharmacy.',
			'Ada laid a risk card in front of Noor.',
			'Noor could not pay and opened Surprise Jab.',
		]);
	});

	it('gathers what several return, and knows all whose doing it was', () => {
		const steps = log(
			[1, 'risk-opened 1 recall | dare/open', 'nothing-returned 3 | card/no-pill'],
			[0, 'pill-returned 0 blue | card/recall'],
			[2, 'pill-returned 2 red | card/recall'],
		);
		expect(told(steps)).toEqual([
			'Léon opened Recall. Back to the pharmacy: 1 blue from Ada and 1 red from Noor. Kofi had no pill to give.',
		]);
		expect(entries(steps)[0]?.seats).toEqual([1, 0, 2]);
	});

	it('tells what each risk card did', () => {
		const opened = (card: string, ...facts: string[]) =>
			told(log([0, `risk-opened 0 ${card} | dare/open`, ...facts]));
		expect(opened('plague-3', 'virus-placed 1 plague-3 7 | card/plague-3')).toEqual([
			'Ada opened Great Plague. Léon got it: sickness\u00a07.',
		]);
		expect(opened('co-payment', 'pill-returned 0 red | card/co-payment')).toEqual([
			'Ada opened Co-payment. Back to the pharmacy: 1 red.',
		]);
		expect(
			opened(
				'guinea-pig',
				'virus-placed 0 guinea-pig 6 | card/guinea-pig',
				'pill-given 1 blue 0 | card/guinea-pig/pills',
				'pill-given 2 yellow 0 | card/guinea-pig/pills',
				'not-collected 0 red | card/guinea-pig/none',
			),
		).toEqual([
			'Ada opened Guinea Pig. Sickness\u00a06. Collected: 1 blue from Léon and 1 yellow from Noor. Ada found nobody with a red pill.',
		]);
		expect(opened('guinea-pig', 'declined 0 | card/guinea-pig/decline')).toEqual([
			'Ada opened Guinea Pig. No thanks.',
		]);
		expect(opened('diagnosis', 'diagnosed 0 2 | card/diagnosis')).toEqual([
			'Ada opened Diagnosis. The guess: intensive care for Noor.',
		]);
		expect(opened('nurse', 'nursed 0 2 | card/nurse')).toEqual(['Ada opened Nurse. The patient: Noor.']);
	});

	it('keeps the doctor’s pill with the card that was handed over', () => {
		const steps = log([
			0,
			'pill-given 0 blue 3 | dare/dodge',
			'risk-passed 0 2 | dare/pass',
			'pill-given 0 yellow 2 | card/doctor/respect',
		]);
		expect(told(steps)).toEqual([
			'Ada gave 1 blue to Kofi and passed the risk card on to Noor. Ada gave a yellow pill to Noor.',
		]);
	});

	it('says once that time ran out', () => {
		const steps = log([
			0,
			'card-taken 0 volcano | take/card',
			'virus-placed 0 volcano 12 | take/virus',
			'intensive-care 0 | care/sickness',
		]);
		const [play] = steps[0]?.plays ?? [];
		if (play) play.why = 'clock';
		expect(told(steps)).toEqual([
			'Time ran out. Ada took Volcano (6): sickness\u00a012.',
			'Ada went to intensive care!',
		]);
	});

	it('makes the names of cards stand out', () => {
		const [first] = logTurns(round, presenter)[4]?.entries ?? [];
		expect(first && pieces(first, presenter)[1]).toEqual({
			text: 'Zebra Stripes (3)',
			thing: 'zebra-stripes',
		});
	});

	it('is there for every fact alone, in both languages', () => {
		const operands: Record<string, string> = {
			seat: '1',
			card: 'giggles',
			pile: 'left',
			pill: 'red',
			dose: 'second',
		};
		const alone = Object.entries(facts)
			.filter(([word]) => !/^(turn-began|round-began|risk-dealt)$/.test(word))
			.map(([word, kinds]) => [word, ...kinds.map((kind) => operands[kind] ?? '2')].join(' '));
		expect(alone.length).toBeGreaterThan(40);
		for (const [lang, texts] of [
			['en', en],
			['fr', fr],
		] as const) {
			use(lang, texts);
			for (const fact of alone) {
				const lines = told(log([1, `${fact} | some/rule`]));
				expect(lines, fact).toHaveLength(1);
				expect(lines[0], fact).toMatch(/[.!]$/);
				expect(lines[0], fact).not.toMatch(/fact\.|web\.|giggles|[{}\uE000-\uE002]/);
			}
		}
	});

	it('is written in French too', () => {
		use('fr', fr);
		expect(told(round)).toContain('Ada a donné 1 rouge à Noor et lui a rendu sa carte Risque.');
		expect(told(round)).toContain(
			'Noor a révélé la Contagion. Zébrures (3), de chez Léon\u00a0: maladie\u00a09.',
		);
		expect(told(round).filter((line) => /fact\.|web\.|[{}\uE000-\uE002]/.test(line))).toEqual([]);
	});
});

describe('the log', () => {
	it('filters by what a line is about', () => {
		const words = (filter: string) =>
			new Set(
				entries(round)
					.filter((e) => passes(e, filter, [0]))
					.map((e) => e.facts[0]?.line.word),
			);
		expect([...words('points')]).toEqual(['intensive-care', 'round-ended']);
		expect(words('risks')).toEqual(new Set(['risk-sent', 'pill-given', 'risk-opened', 'pills-paid']));
		expect(words('moves').has('pills-dealt')).toBe(false);
	});

	it('is heard in one breath, without what is dealt', () => {
		const before = round.findIndex((s) => JSON.stringify(s).includes('intensive-care'));
		expect(announcement(round, round[before - 1]?.n ?? 0, presenter)).toBe(
			'Noor took Green Gills (5) and got 1 yellow: sickness\u00a014. Out of stock: 1 red. Noor went to intensive care! ' +
				'Round 1 is over: Ada 9, Léon 6, Noor −13.',
		);
	});

	it('sums up an absence', () => {
		const missed = absence(logTurns(round, presenter), 1, [0]);
		expect(missed).toMatchObject({ turns: 8, undone: 0, ended: false });
		expect(formatter.missed(missed?.facts ?? [], presenter)).toEqual([
			'round 1 ended',
			'intensive care: Noor',
		]);
	});

	it('takes moves back without their headings', () => {
		const steps: Step[] = [
			...log([
				0,
				'card-taken 0 yawns | take/card',
				'virus-placed 0 yawns 1 | take/virus',
				'turn-began 1 | turn/order',
			]),
			{ n: 1, at: 1, kind: 'undo', by: [0], to: 0, plays: null },
		];
		const [note] = entries(steps);
		expect(note?.undone?.map((e) => sentence(e, presenter))).toEqual([
			'Ada took Yawns (1): sickness\u00a01.',
		]);
		expect(note && sentence(note, presenter)).toBe('Ada undid 1 move.');
	});
});
