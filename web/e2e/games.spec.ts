// Tests a player's history: empty at first, then with pictures, and private until the player publishes it.

import type { Person as Me } from '../src/gen/api.ts';
import { played } from './day-scenes.ts';
import { brisk, expect, test } from './test.ts';
import { like, said } from './words.ts';

test('what one has played is one’s own until one shows it', async ({ server, open }) => {
	const nobody = await open({ path: '/games', settings: brisk });
	await expect(nobody.getByText(said('web.history.none'))).toBeVisible();

	const ada = await played(server, 'Ada');
	const { id } = await ada.call<Me>('GET', '/api/me');
	await nobody.goto(`/people/${id}`);
	await expect(nobody.getByText(said('problem.no-such-person'))).toBeVisible();

	const page = await open({ path: '/mine', as: ada, settings: brisk });
	await page.getByRole('link', { name: said('web.history.title') }).click();
	const shelf = page.getByRole('region', { name: said('web.history.shelf') });
	await expect(shelf.getByRole('listitem')).toHaveCount(3);
	const causes = page.getByRole('region', { name: said('web.history.causes') });
	await expect(causes).toContainText(said('web.history.cause.given-up'));
	await expect(page.getByRole('img', { name: like('web.history.puzzles.course') })).toBeVisible();
	await page.getByRole('switch', { name: said('web.history.show') }).click();
	await expect(page.getByLabel(said('web.history.link'))).toHaveValue(new RegExp(`/people/${id}$`));

	// Other people see none of the player's tables, and see today's deal only after the day is over.
	await nobody.goto(`/people/${id}`);
	await expect(nobody.getByRole('heading', { level: 1 })).toHaveText(
		said('web.history.title.of', { name: 'Ada' }),
	);
	const seen = nobody.getByRole('region', { name: said('web.history.shelf') });
	await expect(seen.getByRole('listitem')).toHaveCount(2);
	await expect(seen.getByRole('link')).toHaveCount(0);

	await page.getByRole('switch', { name: said('web.history.show') }).click();
	await expect(page.getByLabel(said('web.history.link'))).toHaveCount(0);
	await nobody.reload();
	await expect(nobody.getByText(said('problem.no-such-person'))).toBeVisible();
});
