// Tests the language menu, by keyboard and by touch. The choice is stored.

import { sizes } from './browser.ts';
import { expect, test } from './test.ts';
import { said } from './words.ts';

test('a language is chosen by keys, and Esc leaves the menu as it was', async ({ open }) => {
	const page = await open({ browser: { viewport: sizes.desktop } });
	const button = page.getByRole('button', { name: said('web.app.lang') });
	const menu = page.getByRole('menu');
	const line = (name: string) => page.getByRole('menuitemradio', { name });
	await button.focus();
	await page.keyboard.press('Enter');
	await expect(line('English')).toBeFocused();
	await expect(line('English')).toBeChecked();
	await page.keyboard.press('ArrowUp'); // moves from the first language to the last
	await expect(line('Français')).toBeFocused();
	await page.keyboard.press('Escape');
	await expect(menu).toBeHidden();
	await expect(button).toBeFocused();
	await expect(page.locator('html')).toHaveAttribute('lang', 'en');

	await page.keyboard.press('Enter');
	await expect(line('English')).toBeFocused();
	await page.keyboard.press('f');
	await page.keyboard.press('Enter');
	await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
	await expect(menu).toBeHidden();
	await expect(page.getByRole('button', { name: said('web.app.lang', {}, 'fr') })).toBeFocused();
	await page.reload();
	await expect(page.getByRole('link', { name: said('web.nav.learn', {}, 'fr') }).first()).toBeVisible();

	await page.goto('/settings');
	const setting = page.getByRole('combobox', { name: said('web.settings.lang', {}, 'fr') });
	await expect(setting).toHaveValue('fr');
	await setting.selectOption('English');
	await expect(page.getByRole('combobox', { name: said('web.settings.lang') })).toHaveValue('en');
});

test('a language is chosen by a finger, and a tap elsewhere leaves the menu', async ({ open }) => {
	const page = await open({ browser: { viewport: sizes.phone, hasTouch: true, isMobile: true } });
	const button = page.getByRole('button', { name: said('web.app.lang') });
	const menu = page.getByRole('menu');
	await button.tap();
	await expect(menu).toBeInViewport({ ratio: 1 });
	await page.getByRole('heading', { level: 1 }).tap({ position: { x: 5, y: 5 } });
	await expect(menu).toBeHidden();
	await button.tap();
	await page.getByRole('menuitemradio', { name: 'Français' }).tap();
	await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
	await expect(menu).toBeHidden();
});
