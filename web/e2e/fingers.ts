// The base class of the simulated players of map games, who use only the page. They press elements, choose
// from the lists that open, and end turns. Each subclass chooses what to press. None knows any rules.

import type { Locator, Page } from '@playwright/test';
import { dice, testName } from './chance.ts';
import { said } from './words.ts';

/** The selector of a question's panel. */
export const panel = 'section:has(> header > h2)';
/** The selector of a question's answers: buttons, and cards in the panel. */
export const answers = `${panel} :is(button[data-verb]:not([data-verb="waive"]), [data-card] > button):enabled`;
const listed = '[popover] ul button:enabled';

export class Fingers {
	readonly page: Page;
	protected readonly finger: boolean;
	/** How often each verb was pressed, and in which part of the page. */
	readonly pressed: Record<string, number> = {};
	/** The dice with which the player chooses among several possibilities. */
	protected readonly chance = dice(testName());

	/** With `finger`, the player taps on a touch screen instead of clicking. */
	constructor(page: Page, finger = false) {
		this.page = page;
		this.finger = finger;
	}

	/** Presses an element, and reports whether it was still on the page. */
	protected async press(what: Locator, verb: string): Promise<boolean> {
		try {
			await (this.finger ? what.tap({ timeout: 3000 }) : what.click({ timeout: 3000 }));
		} catch {
			return false; // the element disappeared before the press
		}
		this.note(verb);
		return true;
	}

	protected note(verb: string): void {
		this.pressed[verb] = (this.pressed[verb] ?? 0) + 1;
	}

	/** Chooses from the lists that open until none is left, and confirms if asked. */
	protected async further(): Promise<void> {
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
			if (n > 0) await this.press(list.nth(Math.floor(this.chance() * n)), 'from a list');
			else if (await sure.isVisible()) return void (await this.press(sure, 'sure'));
			else return;
		}
	}

	/** Ends the turn, and confirms this if actions are left. */
	protected async end(button: Locator): Promise<boolean> {
		await this.press(button, 'end');
		if (await button.filter({ hasText: said('web.end.anyway') }).count())
			await this.press(button, 'end anyway');
		return true;
	}

	/** Waits until the page has no request in progress. */
	async settled(): Promise<void> {
		await this.page.locator('section[aria-busy="true"]').waitFor({ state: 'detached', timeout: 20_000 });
	}
}
