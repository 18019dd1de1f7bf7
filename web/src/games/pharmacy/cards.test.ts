import { expect, it } from 'vitest';
import game from '../../gen/pharmacy.json';
import { pillsOf } from './box.ts';
import { allCards, cardOf, lay } from './cards.svelte.ts';

it('knows what every card of the box shows', () => {
	for (const { id, value, pills } of game.viruses)
		expect(cardOf(id)).toMatchObject({ kind: 'virus', value, pills });
	expect(allCards().filter((face) => face.cross)).toHaveLength(
		game.viruses.filter((virus) => 'cross' in virus).length,
	);
	expect(cardOf(game.injection)).toMatchObject({ kind: 'injection', value: 0 });
	expect(cardOf('guinea-pig')).toMatchObject({
		kind: 'risk',
		value: 3,
		pills: { blue: 1, yellow: 1, red: 1 },
	});
});

it('shows the cards of a group as long as it plays with them', () => {
	const before = cardOf('sniffles');
	const end = lay([{ id: 'sniffles', value: 6, cross: true, pills: pillsOf({ red: 2 }) }]);
	expect(cardOf('sniffles')).toEqual({ ...before, value: 6, cross: true, pills: pillsOf({ red: 2 }) });
	expect(cardOf('volcano')?.value).toBe(6);
	end();
	expect(cardOf('sniffles')).toEqual(before);
});
