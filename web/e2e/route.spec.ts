// Two steps and a treatment in three taps: the way to a city that is tapped, gone by a second tap.

import map from '../src/gen/world-map.json' with { type: 'json' };
import { action, driver, pawnIn, ready, spot } from './seen.ts';
import type { Server } from './server.ts';
import { worldOf } from './table.ts';
import { brisk, expect, test } from './test.ts';
import { cityName, said } from './words.ts';

const near = new Map<string, string[]>();
for (const { a, b } of map.links) {
	near.set(a, [...(near.get(a) ?? []), b]);
	near.set(b, [...(near.get(b) ?? []), a]);
}

/** A table where something can be treated two steps from where the first player stands. */
async function dealt(server: Server) {
	for (let n = 0; n < 40; n++) {
		const table = await server.table({ settings: { players: '2' } });
		const { seat } = await driver(table);
		const view = worldOf(await table.view(seat));
		const here = view['seats-at-table']?.[seat]?.pawn ?? '';
		const next = near.get(here) ?? [];
		const far = next.flatMap((c) => near.get(c) ?? []).filter((c) => c !== here && !next.includes(c));
		const to = far.find((c) => Object.keys(view.cubes ?? {}).includes(c));
		if (to) return { table, seat, to };
	}
	throw new Error('no deal has an infected city two steps away');
}

test('two drives and a treatment are three taps', async ({ server, open }) => {
	const { table, seat, to } = await dealt(server);
	const page = await open({ path: table.path, as: table.who(seat), settings: brisk });
	await ready(page);
	await expect(action(page, 'treat')).toHaveText(new RegExp(said('lack.cubes')));

	await spot(page, to).click();
	const go = page.getByRole('button', { name: said('web.route.go').replace('{city}', cityName(to)) });
	await expect(go).toContainText('2 actions');
	await spot(page, to).click();
	await pawnIn(page, to, table.who(seat).name);
	await action(page, 'treat').click();

	await expect.poll(async () => (await table.view(seat)).made).toBe(3);
	expect(worldOf(await table.view(seat)).actions).toBe(1);
});
