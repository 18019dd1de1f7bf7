// Helpers for tests with bots: a table's settings, and its record on the server.

import type { Page } from '@playwright/test';
import type { Table } from '../src/gen/api.ts';
import { dialog, press } from './scenes.ts';
import { expect } from './test.ts';
import { said } from './words.ts';

/** Sets the pace of the table's bots in the settings dialog. */
export async function pace(page: Page, to: 'at-once' | 'slow'): Promise<void> {
	await press(page, 'web.menu');
	await dialog(page).getByText(said('web.people.title'), { exact: true }).click();
	const window = page.getByRole('dialog', { name: said('web.people.title') });
	await window.getByLabel(said('web.bots.pace')).selectOption(to);
	await expect.poll(async () => (await record(page)).botPace).toBe(to);
	await window.getByRole('button', { name: said('web.table.close') }).click();
}

/** Fetches the record of the table that a page shows. */
export async function record(page: Page): Promise<Table> {
	const id = new URL(page.url()).pathname.split('/')[2];
	return (await page.request.get(`/api/tables/${id}`)).json();
}
