// What everybody does who plays a map game with nothing but the page: presses, goes on in the lists that open, ends a
// turn. What to press is each player's own matter. No rule is known here.

import type { Locator, Page } from '@playwright/test';
import { dice, testName } from './chance.ts';
import { said } from './words.ts';

/** The panel of a question. */
export const panel = 'section:has(> header > h2)';
/** What answers it: its buttons, and the cards in it. */
export const answers = `${panel} :is(button[data-verb]:not([data-verb="waive"]), [data-card] > button):enabled`;
const listed = '[popover] ul button:enabled';

export class Fingers {
	readonly page: Page;
	protected readonly finger: boolean;
	/** What was pressed, by its verb, and where. */
	readonly pressed: Record<string, number> = {};
	/** What they do where several things can be done. */
	protected readonly chance = dice(testName());

	/** `finger`: on a screen that is touched. */
	constructor(page: Page, finger = false) {
		this.page = page;
		this.finger = finger;
	}

	/** Presses, if what is meant is still there. */
	protected async press(what: Locator, verb: string): Promise<boolean> {
		try {
			await (this.finger ? what.tap({ timeout: 3000 }) : what.click({ timeout: 3000 }));
		} catch {
			return false; // the table went on before the finger came down
		}
		this.note(verb);
		return true;
	}

	protected note(verb: string): void {
		this.pressed[verb] = (this.pressed[verb] ?? 0) + 1;
	}

	/** Goes on in the lists that open, to their end, and is sure where that is asked. */
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

	/** Ends the turn, and says so once more where actions are left. */
	protected async end(button: Locator): Promise<boolean> {
		await this.press(button, 'end');
		if (await button.filter({ hasText: said('web.end.anyway') }).count())
			await this.press(button, 'end anyway');
		return true;
	}

	/** Waits until nothing is on its way. */
	async settled(): Promise<void> {
		await this.page.locator('section[aria-busy="true"]').waitFor({ state: 'detached', timeout: 20_000 });
	}
}
