// Somebody who plays with nothing but the page: looks whether the table waits for
// them, and answers with what the page offers. No rule is known here either.

import type { Locator, Page } from '@playwright/test';
import { Fingers } from './fingers.ts';
import { said } from './words.ts';

/** The buttons that answer a question: of its panel, and the cards in it. */
const answers = 'section:has(> header > h2) :is(button[data-verb], [data-card] button):enabled';

export class Player extends Fingers {
	readonly name: string;

	constructor(page: Page, name: string) {
		super(page);
		this.name = name;
	}

	/** Does one thing, if the table waits for it. */
	async act(): Promise<boolean> {
		const { page } = this;
		const proposal = page.getByRole('button', { name: said('move.agree'), exact: true });
		if (await proposal.first().isVisible()) return this.press(proposal.first(), 'agree');
		// A moment that would go by by itself is held, and let pass: that is quicker.
		const hold = page.locator('button[data-hold]');
		if (await hold.isVisible()) return this.press(hold, 'hold');
		const offered = page.locator(answers);
		if ((await offered.count()) > 0) return this.answer(offered);
		const end = page.locator('button[data-verb="draw"]:enabled');
		if ((await end.count()) === 0) return false;
		return (await this.action()) || (await this.end(end));
	}

	/** Answers a question: lets windows pass, lets a card go, agrees, takes the first of a list. */
	private async answer(offered: Locator): Promise<boolean> {
		for (const verb of ['agree', 'pass']) {
			const button = offered.and(this.page.locator(`[data-verb="${verb}"]`));
			if ((await button.count()) > 0) return this.press(button.first(), verb);
		}
		const first = offered.first();
		const listed = (await first.getAttribute('aria-haspopup')) === 'dialog';
		const verb = (await first.getAttribute('data-verb')) ?? 'card';
		if (!(await this.press(first, verb)) || !listed) return true;
		return this.press(this.page.locator('[popover] ul button').first(), `${verb} from a list`);
	}

	/**
	 * An action that the page offers: treats what is here, drives on sometimes. Most turns end soon, so that games
	 * do, but nobody ends a first turn without having gone somewhere.
	 */
	private async action(): Promise<boolean> {
		const { page } = this;
		const stayed = !this.pressed['drive on the map'];
		if (!stayed && this.chance() < 0.5) return false;
		const treat = page.locator('button[data-verb="treat"][aria-disabled="false"]');
		if (await treat.isVisible()) {
			await this.press(treat, 'treat');
			const which = page.locator('[popover] ul button[data-verb="treat"]');
			if (await which.first().isVisible()) await this.press(which.first(), 'treat one of several');
			return true;
		}
		const drive = page.locator('button[data-verb="drive"][aria-disabled="false"]');
		if (!(await drive.isVisible()) || (!stayed && this.chance() < 0.5)) return false;
		await this.press(drive, 'drive');
		const lit = page.locator('[data-map] g.reached[data-city] circle.target');
		const n = await lit.count();
		if (n === 0) return false;
		return this.press(lit.nth(Math.floor(this.chance() * n)), 'drive on the map');
	}
}
