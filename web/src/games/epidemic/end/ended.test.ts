import { render } from 'svelte/server';
import { expect, it } from 'vitest';
import Ended from './Ended.svelte';

it('draws what ended a lost game, and never an empty disc', () => {
	const drawn = ['end/outbreaks', 'end/cubes', 'end/cards', 'end/given-up'].map((cause) => {
		const { body } = render(Ended, { props: { cause, disease: 'black', outbreaks: 8 } });
		return body.slice(body.indexOf('<circle')).replace(/<circle[^>]*>(<\/circle>)?|<!--.*?-->/g, '');
	});
	expect(new Set(drawn).size).toBe(drawn.length);
	for (const inside of drawn) expect(inside).toMatch(/<(text|rect|path)/);
});
