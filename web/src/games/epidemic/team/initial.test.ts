import { afterEach, expect, it } from 'vitest';
import { textsOf } from '../../../../languages.ts';
import { use } from '../../../i18n/words.svelte.ts';
import { game as iberia } from '../../iberia/game.ts';
import { gameOf, game as world } from '../../world/game.ts';
import { initialOf } from './initial.ts';

const en = textsOf('en');
const fr = textsOf('fr');

/** Every map game, with all its expansions. */
const boxes = [iberia, world, await gameOf({ box: 'all' })].map((game) => game.box);

afterEach(() => use('en', {}));

it.each([
	['en', en],
	['fr', fr],
] as const)('tells all roles of a box apart in %s', (lang, texts) => {
	use(lang, texts);
	for (const box of boxes) {
		const worn = [...box.roles.keys()].map((role) => initialOf(box, role));
		expect(new Set(worn).size, worn.join(' ')).toBe(worn.length);
		for (const letters of worn) expect([...letters].length).toBeLessThanOrEqual(2);
	}
});
