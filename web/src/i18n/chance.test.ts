import { describe, expect, it } from 'vitest';
import { textsOf } from '../../languages.ts';
import { percent } from './chance.ts';
import { use } from './words.svelte.ts';

const en = textsOf('en');
const fr = textsOf('fr');

describe('a chance', () => {
	it('is certain only where it is', () => {
		use('en', en);
		expect([0, 1, 4, 5, 10, 500, 994, 995, 999, 1000].map(percent)).toEqual([
			'0%',
			'<1%',
			'<1%',
			'1%',
			'1%',
			'50%',
			'99%',
			'>99%',
			'>99%',
			'100%',
		]);
	});

	it('has its space in French, where no line breaks', () => {
		use('fr', fr);
		expect(percent(250)).toMatch(/^25[\u00a0\u202f]%$/);
		expect(percent(3)).toMatch(/^<\u00a01[\u00a0\u202f]%$/);
	});
});
