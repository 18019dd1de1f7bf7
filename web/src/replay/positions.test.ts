import { expect, it } from 'vitest';
import { Positions } from './positions.ts';

/** Makes a fake server that answers when the test tells it to. */
function server() {
	const asked: number[] = [];
	const answers: (() => void)[] = [];
	const positions = new Positions<string>(
		(at) => {
			asked.push(at);
			return new Promise((give, fail) =>
				answers.push(() => (at < 0 ? fail(new Error('no')) : give(`p${at}`))),
			);
		},
		async () => {},
	);
	const settle = () => new Promise((done) => setTimeout(done, 0));
	return {
		asked,
		positions,
		answer: async () => {
			answers.shift()?.();
			await settle();
		},
	};
}

it('asks for the place that was wanted last, and for none that was passed', async () => {
	const { positions, asked, answer } = server();
	const wants = [1, 2, 3, 4].map((at) => positions.want(at));
	await answer();
	await answer();
	expect(asked).toEqual([1, 4]);
	expect(await Promise.all(wants)).toEqual([null, null, null, 'p4']);
});

it('keeps what it has read', async () => {
	const { positions, asked, answer } = server();
	const first = positions.want(7);
	await answer();
	expect(await first).toBe('p7');
	expect(await positions.want(7)).toBe('p7');
	expect(asked).toEqual([7]);
});

it('reads ahead, but a wish goes first', async () => {
	const { positions, asked, answer } = server();
	positions.prepare([1, 2, 3]);
	const wish = positions.want(9);
	await answer();
	await answer();
	expect(await wish).toBe('p9');
	await answer();
	await answer();
	expect(asked).toEqual([1, 9, 2, 3]);
});

it('gives a place that is being read ahead to who wants it', async () => {
	const { positions, asked, answer } = server();
	positions.prepare([5]);
	const wish = positions.want(5);
	await answer();
	expect(await wish).toBe('p5');
	expect(asked).toEqual([5]);
});

it('says why a wanted place cannot be read, and goes on', async () => {
	const { positions, answer } = server();
	const wish = positions.want(-1).catch((thrown: Error) => thrown.message);
	await answer();
	expect(await wish).toBe('no');
	const next = positions.want(2);
	await answer();
	expect(await next).toBe('p2');
});
