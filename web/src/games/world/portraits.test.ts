import { expect, it } from 'vitest';
import lists from '../../gen/games.json';
import portraits from './portraits.ts';

it('has a portrait of every role of every box', async () => {
	const roles = lists
		.find(({ name }) => name === 'world')
		?.options.find(({ name }) => name === 'roles')?.values;
	expect(roles).toContain('virologist');
	const art = await portraits();
	expect(roles?.filter((role) => !art?.[role])).toEqual([]);
});
