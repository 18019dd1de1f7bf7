// Checks that the numbers in the landing page's texts match those in the games' rules.

import { expect, it } from 'vitest';
import { textsOf } from '../../../../languages.ts';
import { game as iberia } from '../../iberia/game.ts';
import { game as world } from '../../world/game.ts';

const en = textsOf('en');
const fr = textsOf('fr');

/** The words with which each language's texts write small numbers. */
const words: Record<string, Record<number, string>> = {
	en: { 3: 'three', 4: 'four', 5: 'five', 8: 'eight' },
	fr: { 3: 'trois', 4: 'quatre', 5: 'cinq', 8: 'huit' },
};

for (const [lang, texts] of Object.entries({ en, fr } as Record<string, Record<string, string>>))
	for (const { box } of [world, iberia]) {
		const says = (key: string, n: number) => {
			const text = (texts[key] ?? '').toLowerCase();
			const word = words[lang]?.[n] ?? '';
			expect(text.includes(String(n)) || (word !== '' && text.includes(word)), `${key}: ${n}`).toBe(true);
		};
		it(`${box.game}, ${lang}`, () => {
			const { actions, full, outbreaks, cureWith } = box.numbers;
			says(`web.landing.about.${box.game}`, box.diseases.length);
			says(`web.landing.how.${box.game}.1.text`, actions);
			says(`web.landing.how.${box.game}.2.text`, outbreaks);
			says(`web.landing.how.${box.game}.3.text`, cureWith);
			says(`web.landing.how.${box.game}.3`, box.diseases.length);
			if (box === world.box) {
				says('game.world.line', box.cities.size);
				says('game.world.line', box.diseases.length);
				says('web.landing.title.world', box.diseases.length);
				says('web.landing.how.world.1.text', full);
			}
		});
	}
