import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { facts as vocabulary } from '../box.ts';
import { anchorsOf, flightsOf, most } from './flights.ts';

const told = (facts: string[], going?: string) =>
	flightsOf(facts, going).map(({ thing, from, to }) => {
		const what = thing.kind === 'card' ? thing.card : thing.kind === 'pill' ? thing.colour : thing.kind;
		return `${what}: ${from} → ${to}`;
	});

describe('flights', () => {
	it('follow a card that is taken, with its pills, from the pile that turns its next card over', () => {
		expect(
			told([
				'card-taken 0 sniffles',
				'card-turned right hiccups',
				'virus-placed 0 sniffles 4',
				'pills-received 0 1 0 2',
				'turn-began 1',
			]),
		).toEqual([
			'sniffles: pile-right → seat-0',
			'blue: stock → seat-0',
			'red: stock → seat-0',
			'red: stock → seat-0',
		]);
	});

	it('know the pile by its last card too', () => {
		expect(told(['card-taken 3 yawns', 'pile-emptied right', 'virus-placed 3 yawns 1'])).toEqual([
			'yawns: pile-right → seat-3',
		]);
	});

	it('follow a card round the table', () => {
		expect(told(['card-sent 2 giggles 3', 'card-turned left shivers'])).toEqual([
			'giggles: pile-left → travel-3',
		]);
		expect(told(['pills-staked 3 1 1 0', 'card-passed 3 4 2'], 'giggles')).toEqual([
			'blue: seat-3 → stake-3',
			'yellow: seat-3 → stake-3',
			'giggles: seat-3 → travel-4',
		]);
		expect(
			told([
				'card-kept 4 giggles',
				'virus-placed 4 giggles 2',
				'stake-returned 4 0 1 0',
				'stake-lost 3 1 0 0',
			]),
		).toEqual(['giggles: travel-4 → seat-4', 'yellow: stake-4 → seat-4', 'blue: stake-3 → stock']);
	});

	it('keep a risk card face down until it is opened', () => {
		expect(told(['risk-sent 1 0'], 'jab')).toEqual(['risk: seat-1 → travel-0']);
		expect(told(['pill-given 0 yellow 1', 'risk-passed 0 2'], 'jab')).toEqual([
			'yellow: seat-0 → seat-1',
			'risk: seat-0 → travel-2',
		]);
		expect(told(['risk-opened 2 plague-2', 'virus-placed 2 plague-2 5'])).toEqual([
			'plague-2: travel-2 → open',
			'plague-2: open → seat-2',
		]);
	});

	it('put an injection on its virus, and call the ambulance', () => {
		expect(told(['virus-injected 1 volcano second 0'])).toEqual(['syringe: seat-1 → virus-1-volcano']);
		expect(told(['intensive-care 5'])).toEqual(['ambulance: door → seat-5']);
	});

	it('end with the round: what is dealt anew does not fly', () => {
		expect(
			told([
				'intensive-care 2',
				'round-ended 1',
				'round-began 2 1',
				'pills-dealt 0 4 3 2',
				'card-turned left yawns',
			]),
		).toEqual(['ambulance: door → seat-2']);
	});

	it('are few, and begin one after the other', () => {
		const flights = flightsOf(['stake-lost 0 9 0 0', 'stake-lost 1 9 0 0']);
		expect(flights).toHaveLength(most);
		const starts = flights.map((f) => f.at);
		expect(
			starts.every((at, i) => i === 0 || (at > (starts[i - 1] ?? 0) && at - (starts[i - 1] ?? 0) <= 120)),
		).toBe(true);
	});

	it('find another place where theirs is gone', () => {
		expect(anchorsOf('travel-3')).toEqual(['travel-3', 'seat-3']);
		expect(anchorsOf('virus-2-pink-eye')).toEqual(['virus-2-pink-eye', 'seat-2']);
		expect(anchorsOf('seat-1')).toEqual(['seat-1']);
	});
});

describe('the transcripts of the rules', () => {
	const folder = new URL('../../../../../games/pharmacy/testdata', import.meta.url).pathname;
	const facts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.\w+$/.test(file))
		.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
		.map((line) => /^ {4}(\S.*?) {2}\(/.exec(line)?.[1] ?? '')
		.filter((fact) => (fact.split(' ')[0] ?? '') in vocabulary);

	it('name only places that are on a table, and things that can be drawn', () => {
		expect(facts.length).toBeGreaterThan(100);
		for (const fact of facts)
			for (const { thing, from, to } of flightsOf([fact], 'yawns')) {
				for (const place of [from, to])
					expect(place, fact).toMatch(
						/^((seat|travel|stake)-[0-5]|pile-(left|right)|virus-[0-5]-[a-z0-9-]+|stock|open|door)$/,
					);
				if (thing.kind === 'card') expect(thing.card, fact).not.toBe('');
			}
	});
});
