import { describe, expect, it } from 'vitest';
import type { Option } from '../../gen/api.ts';
import games from '../../gen/games.json';
import { firm } from './groups.ts';
import { settle, type Values, valuesOf } from './options.ts';
import { type Outcome, outcome } from './outcome.ts';
import { presetsOf } from './presets.ts';

const lists = games as { name: string; options: Option[] }[];
const world = lists.find((g) => g.name === 'world')?.options ?? [];

/** Returns the options that depend on others or that others depend on. */
function bound(options: Option[]): Option[] {
	const named = options.flatMap((o) =>
		[...(o.excludes ?? []), ...(o.instead ?? [])].flatMap((x) => [o.name, x.option]),
	);
	return options.filter((o) => o.kind !== 'list' && named.includes(o.name));
}

/** Returns every combination of the options' values, legal or not. */
function every(options: Option[]): Values[] {
	return bound(options).reduce<Values[]>(
		(all, o) => all.flatMap((values) => valuesOf(o).map((v) => ({ ...values, [o.name]: v }))),
		[{}],
	);
}

/**
 * Reports whether the server would refuse the values. It repeats the rules instead of using the tested
 * code, so that the code does not check itself.
 */
function refused(options: Option[], values: Values): boolean {
	return options.some((o) =>
		(o.excludes ?? []).some((e) => values[o.name] === e.value && values[e.option] === e.is),
	);
}

/**
 * Reports whether an outcome is legal, contains the chosen value, and lists all other choices that it
 * changes.
 */
function sound(options: Option[], from: Values, option: string, value: string, to: Outcome): boolean {
	const differs = Object.keys(from).filter((o) => o !== option && to.values[o] !== from[o]);
	const told = to.also.map((a) => a.option);
	const held = settle(options, to.chosen);
	return (
		to.values[option] === value &&
		!refused(options, to.values) &&
		differs.length === told.length &&
		differs.every((o) => told.includes(o)) &&
		options.every((o) => held[o.name] === to.values[o.name])
	);
}

for (const { name, options } of lists)
	describe(name, () => {
		const combinations = every(options);
		const legal = combinations.filter((values) => !refused(options, values));

		it('settles whatever was wished into what the server takes, and leaves alone what it takes', {
			timeout: 60_000,
		}, () => {
			expect(legal.length).toBeGreaterThan(0);

			const bad = combinations.filter((wish) => refused(options, settle(options, wish)));
			expect(bad).toEqual([]);
			const moved = legal.filter((wish) => {
				const settled = settle(options, wish);
				return Object.keys(wish).some((option) => settled[option] !== wish[option]);
			});
			expect(moved).toEqual([]);
		});

		it('offers from every legal combination only what leads to another, and tells what it changes', {
			timeout: 60_000,
		}, () => {
			const wrong: unknown[] = [];
			for (const from of legal)
				for (const option of options)
					for (const value of valuesOf(option)) {
						const to = outcome(options, from, option.name, value, firm);
						const right = to
							? sound(options, from, option.name, value, to)
							: refused(options, { ...from, [option.name]: value });
						if (!right) wrong.push({ from, option: option.name, value, to });
					}
			expect(wrong).toEqual([]);
		});

		it('begins with nothing that the server refuses', () => {
			const { large, more } = presetsOf(name, options);
			for (const preset of [...large, ...more])
				expect(settle(options, preset.values), preset.id).toMatchObject(preset.values);
		});
	});

describe('choosing in the world game', () => {
	const also = (chosen: Values, name: string, value: string) =>
		outcome(world, chosen, name, value, firm)?.also.map((a) => `${a.option} ${a.value}`);

	it('changes what stands in the way, if it is one thing, to what is nearest', () => {
		expect(also({}, 'mode', 'solo')).toEqual(['box lab']);
		expect(also({}, 'players', '5')).toEqual(['box brink']);
		expect(also({ box: 'lab', lab: 'on' }, 'players', '5')).toEqual(['box all']);
		expect(also({}, 'hands', 'hidden')).toEqual(['epidemics 5']);
		expect(also({ box: 'lab', mode: 'solo' }, 'strain', 'on')).toEqual(['box all']);
	});

	it('does not, where it is more than one, or too much', () => {
		expect(also({ box: 'brink' }, 'players', '6')).toBeUndefined();
		expect(also({}, 'events', 'secret')).toBeUndefined();
		expect(also({ box: 'lab' }, 'players', '1')).toBeUndefined();
		expect(also({ box: 'lab', mode: 'teams' }, 'lab', 'on')).toBeUndefined();
	});

	it('lets later options follow, and speaks only of those that somebody chose', () => {
		expect(also({ box: 'lab' }, 'mode', 'teams')).toEqual([]);
		expect(also({ box: 'lab', lab: 'on', players: '3' }, 'mode', 'teams')).toEqual(['players 4', 'lab off']);
	});

	it('keeps a wish for later, and brings none back unasked', () => {
		const chosen = { box: 'all', mode: 'solo', mutation: 'panic' };
		const base = outcome(world, chosen, 'box', 'base', firm);
		expect(base?.values).toMatchObject({ mode: 'table', mutation: 'off' });
		expect(outcome(world, base?.chosen ?? {}, 'box', 'all', firm)?.values).toMatchObject(chosen);
		expect(outcome(world, base?.chosen ?? {}, 'lab', 'on', firm)?.values).toMatchObject({
			box: 'lab',
			mode: 'table',
		});
	});
});
