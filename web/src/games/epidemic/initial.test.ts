import { afterEach, expect, it } from 'vitest';
import en from '../../../../locale/en.json';
import fr from '../../../../locale/fr.json';
import { use } from '../../words/words.svelte.ts';
import { games } from '../games.ts';
import { initialOf } from './initial.ts';

const entries = await Promise.all(Object.values(games).map((load) => load?.()));
/** Every game with all that its boxes hold. */
const boxes = await Promise.all(
	entries.flatMap((entry) => (entry ? [entry.gameOf({ box: 'all' }), entry.game] : [])),
).then((all) => all.map((game) => game.box));

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
