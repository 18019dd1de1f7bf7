import { describe, expect, it } from 'vitest';
import { Refusal } from '../api/refusal.ts';
import { Asking, pause } from './asking.svelte.ts';

const refused = (id: string, status: number, wait?: number) => new Refusal(status, { id }, wait);

/** Answers the questions in this order: with an error, or with a table. */
function server(answers: (Refusal | string)[]) {
	const slept: number[] = [];
	const asked: string[] = [];
	const asking = new Asking(
		async (code) => {
			asked.push(code);
			const answer = answers.shift() ?? 'no answer left';
			if (typeof answer !== 'string') throw answer;
			return answer;
		},
		async (ms) => slept.push(ms),
	);
	return { asking, slept, asked };
}

describe('a code', () => {
	it('leads to its table at once', async () => {
		const { asking, slept } = server(['table']);
		expect(await asking.ask('7KX4')).toBe('table');
		expect(slept).toEqual([]);
		expect([asking.busy, asking.waits, asking.refusal]).toEqual([false, false, null]);
	});

	it('waits for the host, also without a connection, and goes on when they agree', async () => {
		const { asking, slept, asked } = server([
			refused('knocking', 409),
			new Refusal(0, {}),
			refused('slow-down', 429, 5),
			refused('knocking', 409),
			'table',
		]);
		expect(await asking.ask('7KX4')).toBe('table');
		expect(slept).toEqual([pause, pause, 5000, pause]);
		expect(asked).toEqual(Array(5).fill('7KX4'));
	});

	it.each([
		['no-such-code', 404],
		['slow-down', 429],
		['offline', 0],
		['removed-here', 403],
	])('that is refused (%s) ends there', async (id, status) => {
		const { asking, asked } = server([refused(id, status)]);
		expect(await asking.ask('7KX4')).toBeUndefined();
		expect(asking.refusal?.id).toBe(id);
		expect(asked).toHaveLength(1);
		expect([asking.busy, asking.waits]).toEqual([false, false]);
	});

	it('ends with the no of the host', async () => {
		const { asking } = server([refused('knocking', 409), refused('removed-here', 403)]);
		expect(await asking.ask('7KX4')).toBeUndefined();
		expect(asking.refusal?.id).toBe('removed-here');
		expect(asking.waits).toBe(false);
	});

	it('that was given up leads nowhere', async () => {
		const asking = new Asking(
			async () => {
				throw refused('knocking', 409);
			},
			async () => {
				expect(asking.waits).toBe(true);
				asking.stop();
			},
		);
		expect(await asking.ask('7KX4')).toBeUndefined();
		expect([asking.waits, asking.refusal]).toEqual([false, null]);
	});
});
