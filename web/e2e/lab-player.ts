// Somebody who plays with the laboratory and nothing but the page: presses what glows on its picture first, then
// answers what is asked, treats what is here, drives. No rule is known here.

import type { Locator, Page } from '@playwright/test';
import { said } from './words.ts';

const panel = 'section:has(> header > h2)';
const answers = `${panel} :is(button[data-verb]:not([data-verb="waive"]), [data-card] > button):enabled`;
const listed = '[popover] ul button:enabled';

export class Researcher {
	readonly page: Page;
	/** What was pressed, by its verb, and where. */
	readonly pressed: Record<string, number> = {};

	constructor(page: Page) {
		this.page = page;
	}

	/** Does one thing, if the table waits for it. */
	async act(): Promise<boolean> {
		const { page } = this;
		if ((await page.locator(answers).count()) > 0) return this.answer();
		const end = page.locator('button[data-verb="draw"]:enabled');
		if ((await end.count()) === 0) return false;
		return (await this.onPicture()) || (await this.action()) || this.end(end);
	}

	/** A dish and then where it leads, or a card onto a line. */
	private async onPicture(): Promise<boolean> {
		const { page } = this;
		if (Math.random() < 0.3) return false;
		const slots = page.locator('[data-line][aria-disabled="false"]');
		if ((await slots.count()) > 0 && (await this.press(slots.first(), 'a card onto a line'))) {
			await this.further();
			return true;
		}
		const dishes = page.locator('button[data-dish].able');
		const n = await dishes.count();
		if (n === 0 || !(await this.press(dishes.nth(Math.floor(Math.random() * n)), 'a dish'))) return false;
		const targets = page.locator('[data-target]');
		const m = await targets.count();
		if (m === 0) return false;
		await this.press(targets.nth(Math.floor(Math.random() * m)), 'where it leads');
		await this.further();
		return true;
	}

	/** Answers a question; of samples, in the dish rather than in the panel, half of the time. */
	private async answer(): Promise<boolean> {
		const { page } = this;
		const target = page.locator('button[data-target]');
		if (Math.random() < 0.5 && (await target.count()) > 0)
			return this.press(target.first(), 'an answer on the picture');
		const pass = page.locator(`${panel} button[data-verb="pass"]:enabled`);
		if ((await pass.count()) > 0) return this.press(pass.first(), 'pass');
		const offered = page.locator(answers);
		const n = await offered.count();
		if (!(await this.press(offered.nth(Math.floor(Math.random() * n)), 'an answer'))) return false;
		await this.further();
		return true;
	}

	private async action(): Promise<boolean> {
		const { page } = this;
		const able = (verb: string) => page.locator(`button[data-verb="${verb}"][aria-disabled="false"]`).first();
		for (const verb of ['cure', 'treat']) {
			if (!(await able(verb).isVisible())) continue;
			await this.press(able(verb), verb);
			await this.further();
			return true;
		}
		if (Math.random() < 0.4 || !(await able('drive').isVisible())) return false;
		await this.press(able('drive'), 'drive');
		const lit = page.locator('[data-map] g.reached[data-city] circle.target');
		const n = await lit.count();
		if (n === 0) return false;
		return this.press(lit.nth(Math.floor(Math.random() * n)), 'a city on the map');
	}

	/** Goes on in the lists that open, and is sure where that is asked. */
	private async further(): Promise<void> {
		const { page } = this;
		const sure = page.getByRole('button', { name: said('web.act.sure'), exact: true });
		for (let deep = 0; deep < 5; deep++) {
			const list = page.locator(listed);
			await list
				.or(sure)
				.first()
				.waitFor({ timeout: 250 })
				.catch(() => null);
			const n = await list.count();
			if (n > 0) await this.press(list.nth(Math.floor(Math.random() * n)), 'from a list');
			else if (await sure.isVisible()) return void (await this.press(sure, 'sure'));
			else return;
		}
	}

	/** Ends the turn, and says so once more where actions are left. */
	private async end(button: Locator): Promise<boolean> {
		await this.press(button, 'end');
		if (await button.filter({ hasText: said('web.end.anyway') }).count())
			await this.press(button, 'end anyway');
		return true;
	}

	private async press(what: Locator, verb: string): Promise<boolean> {
		try {
			await what.click({ timeout: 2000 });
		} catch {
			return false; // the table went on before the finger came down
		}
		this.pressed[verb] = (this.pressed[verb] ?? 0) + 1;
		return true;
	}

	/** Waits until nothing is on its way. */
	async settled(): Promise<void> {
		await this.page.locator('section[aria-busy="true"]').waitFor({ state: 'detached', timeout: 20_000 });
	}
}
