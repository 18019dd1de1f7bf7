import { beforeAll, describe, expect, it } from 'vitest';
import { textsOf } from '../../../languages.ts';
import { use } from '../../i18n/words.svelte.ts';
import { hintOf } from '../../table/hint.ts';
import { firsts, type Source } from './firsts.ts';

const en = textsOf('en');

beforeAll(() => use('en', en));

describe('the cards of the card game', () => {
	const asked = (step: string, ...words: string[]) =>
		hintOf(
			firsts({
				asked: true,
				step,
				offers: words.map((word) => ({ word })),
				live: { steps: [] },
			} as unknown as Source),
			[],
			{ wanted: true, only: false },
		)?.id;

	it('come with what is asked', () => {
		expect(asked('answer', 'keep')).toBe('first-answer');
		expect(asked('dare', 'open', 'dodge')).toBe('first-dare');
		expect(asked('dare', 'open', 'defend')).toBeUndefined();
		expect(asked('turn', 'take-card')).toBeUndefined();
		expect(asked('turn', 'take-card', 'risk')).toBe('first-risk');
	});
});
