// A simulated player who uses only the page, and knows no rules. The player sees whether the table is waiting
// for an answer, and chooses among the answers that the page offers.

import type { Locator, Page } from '@playwright/test';
import { Fingers } from './fingers.ts';
import { said } from './words.ts';

/** Matches what can answer a question: the buttons and the cards in its panel. */
const answers = 'section:has(> header > h2) :is(button[data-verb], [data-card] button):enabled';

export class Player extends Fingers {
	readonly name: string;

	constructor(page: Page, name: string) {
		super(page);
		this.name = name;
	}

	/** Does one action if the table waits for this player, and reports whether it did. */
	async act(): Promise<boolean> {
		const { page } = this;
		const proposal = page.getByRole('button', { name: said('move.agree'), exact: true });
		if (await proposal.first().isVisible()) return this.press(proposal.first(), 'agree');
		// The question of whether to play an event closes by itself after a few seconds. Asking for more time and
		// then passing is faster.
		const hold = page.locator('button[data-hold]');
		if (await hold.isVisible()) return this.press(hold, 'hold');
		const offered = page.locator(answers);
		if ((await offered.count()) > 0) return this.answer(offered);
		const end = page.locator('button[data-verb="draw"]:enabled');
		if ((await end.count()) === 0) return false;
		return (await this.action()) || (await this.end(end));
	}

	/** Answers a question: passes, discards a card, agrees, or takes the first answer of a list. */
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
	 * Plays an action that the page offers: treats the pawn's city, or sometimes drives on. Most turns end
	 * early, so that games are short. In their first turn, all players make a move.
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
