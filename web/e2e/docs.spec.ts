// Tests the documentation that is part of the program: it opens from the app, can be searched, exists in
// both languages, and works without JavaScript.

import { violations } from './axe.ts';
import { expect, test } from './test.ts';
import { said } from './words.ts';

test('the documentation opens from the app, is found by a search, and read in both languages', async ({
	open,
}) => {
	const page = await open({ path: '/rules' });
	await page
		.getByRole('contentinfo')
		.getByRole('link', { name: said('web.app.docs') })
		.click();
	await expect(page).toHaveURL(/\/docs$/);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(said('docs.title'));
	const clean = async () => {
		expect(await violations(page)).toEqual([]);
	};
	await clean();

	await page.getByRole('searchbox').fill('behind a proxy');
	const hit = page.locator('#found a').first();
	await expect(hit).toContainText('Behind a proxy');
	await clean();
	await hit.click();
	await expect(page).toHaveURL(/\/docs\/host\/tls#behind-a-proxy$/);
	await expect(page.getByRole('heading', { name: 'Behind a proxy' })).toBeInViewport();
	await clean();

	await page.goto('/docs/rules/world');
	await page.getByRole('link', { name: 'Français' }).click();
	await expect(page).toHaveURL(/\/docs\/fr\/rules\/world$/);
	await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

test('the documentation needs no script', async ({ open }) => {
	const page = await open({ path: '/docs', browser: { javaScriptEnabled: false } });
	await expect(page.getByRole('searchbox')).toBeHidden();
	await page.getByRole('main').getByRole('link', { name: 'Monitoring' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monitoring');
});

test('the documentation looks as the app is set up, and says so where nobody answers', async ({ open }) => {
	const page = await open({ path: '/', settings: { theme: 'light' }, browser: { colorScheme: 'dark' } });
	await page.evaluate(async () => void (await navigator.serviceWorker.ready));
	await page.reload(); // after the reload, the service worker answers
	const look = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
	await page.goto('/docs/rules/world');
	expect(await look()).toBe('light');
	await page.evaluate(() => {
		localStorage.setItem('theriac.settings', '{"theme":"dark"}');
		dispatchEvent(new StorageEvent('storage', { key: 'theriac.settings' })); // as if another tab had changed the settings
	});
	expect(await look()).toBe('dark');

	await page.context().setOffline(true);
	await page.goto('/docs/host/monitoring');
	await expect(page.getByText(said('docs.offline'))).toBeVisible();
	await page.context().setOffline(false);
	await page.getByRole('link', { name: said('web.app.again') }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monitoring');
});
