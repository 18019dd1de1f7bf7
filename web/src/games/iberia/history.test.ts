import { expect, it } from 'vitest';
import { textsOf } from '../../../languages.ts';
import { events, traits } from '../../gen/iberia.json';
import { use } from '../../i18n/words.svelte.ts';
import { historyOf } from '../epidemic/art/words.ts';

const en = textsOf('en');
const fr = textsOf('fr');

it('tells in both languages the history behind each event and disease', () => {
	const cards = [...events, ...traits.map(({ id }) => id)];
	expect(cards).toHaveLength(19);
	for (const [lang, texts] of [
		['en', en],
		['fr', fr],
	] as const) {
		use(lang, texts);
		const without = cards.filter((card) => !historyOf(card));
		expect(without).toEqual([]);
		for (const card of cards)
			for (const sentence of historyOf(card)?.split(/(?<=[.;]) /) ?? [])
				expect(sentence.split(' ').length, sentence).toBeLessThanOrEqual(25);
	}
});
