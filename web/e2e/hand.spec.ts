// Tests that a full hand hides no name, and shows whole cards if there is space. The hand has ten cities
// and an event, on a small laptop and on a tablet in landscape, in French, whose names are long. On a phone
// the cards form one row that scrolls, and a sheet shows them in full.

import { lookedAt } from './browser.ts';
import { ready } from './seen.ts';
import { askedBy } from './table.ts';
import { brisk, expect, test } from './test.ts';

const cities = [
	'st-petersburg',
	'san-francisco',
	'washington',
	'buenos-aires',
	'johannesburg',
	'los-angeles',
	'mexico-city',
	'baghdad',
	'ho-chi-minh-city',
	'hong-kong',
];

for (const { name, viewport, also } of lookedAt(1, [
	{ name: 'a small laptop', viewport: { width: 1366, height: 768 }, also: { width: 1180, height: 820 } },
	{ name: 'a phone', viewport: { width: 390, height: 844 }, also: undefined },
]))
	test(`ten cards and an event on ${name}`, async ({ server, open }) => {
		const table = await server.table({ settings: { players: '2' } });
		const [seat = 0] = askedBy(await table.view(0));
		const page = await open({
			path: '/',
			as: table.who(seat),
			settings: { ...brisk, lang: 'fr' },
			browser: { viewport, locale: 'fr-FR' },
		});
		// No game deals so many cards, so the test gives the page a larger hand than the server sent.
		await page.addInitScript(
			({ seat, cards }) => {
				const parse = JSON.parse;
				JSON.parse = (text: string, reviver) => {
					const value = parse(text, reviver);
					const hand = value?.view?.hands?.[seat];
					if (hand) Object.assign(hand, { cards });
					return value;
				};
			},
			{ seat, cards: [...cities, 'resilient-population'] },
		);
		await page.goto(table.path);
		await ready(page);
		const names = page.locator('#tray .hand .title');
		await expect(names).toHaveCount(cities.length + 1);
		/** Returns the names that are not fully visible. With `pushed`, it scrolls to each name first. */
		const hidden = (of = names, pushed = false) =>
			of.evaluateAll((titles, pushed) => {
				return titles.flatMap((title) => {
					if (pushed) title.closest('.card')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
					const range = document.createRange();
					range.selectNodeContents(title);
					const card = title.closest('.card')?.getBoundingClientRect();
					const rects = [...range.getClientRects()];
					const whole = rects.every(
						(r) =>
							card && r.left >= card.left - 1 && r.right <= card.right + 1 && r.bottom <= card.bottom + 1,
					);
					// Nothing may cover either end of any line of text in a name.
					const open = rects.every((r) =>
						[r.left + 2, r.right - 2].every((x) => {
							const on = document.elementFromPoint(x, (r.top + r.bottom) / 2);
							return on && title.closest('.card')?.parentElement?.contains(on);
						}),
					);
					return whole && open ? [] : [title.textContent];
				});
			}, pushed);
		if (!also) {
			const row = page.locator('#tray .hand button.fan');
			expect((await row.boundingBox())?.height, 'one row').toBeLessThan(60);
			expect(await hidden(names, true)).toEqual([]);
			await row.click();
			const sheet = page.getByRole('dialog').locator('.card .title');
			await expect(sheet).toHaveCount(cities.length + 1);
			await expect.poll(() => hidden(sheet, true)).toEqual([]);
			return;
		}
		expect(await hidden()).toEqual([]);
		const strips = page.locator('#tray .hand .card.small');
		await expect(strips).toHaveCount(0);
		await page.setViewportSize(also);
		await expect.poll(() => hidden()).toEqual([]);
		await expect(strips).toHaveCount(0);
	});
