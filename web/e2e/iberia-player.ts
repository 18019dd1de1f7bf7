// A simulated player of Iberia, who uses only the page and tries everything. The player answers on the board
// and in the panel, plays events, and presses every button of the action bar. The player knows no rules.

import type { Locator } from '@playwright/test';
import { answers, Fingers, panel } from './fingers.ts';
import { spots, touch } from './touch.ts';
import { said } from './words.ts';

export class Explorer extends Fingers {
	/** Does one action if the table waits for this player, and reports whether it did. */
	async act(): Promise<boolean> {
		const { page } = this;
		if ((await page.locator(answers).count()) > 0) return this.answer();
		const end = page.locator('button[data-verb="draw"]:enabled');
		if ((await end.count()) === 0) return false;
		return (this.chance() < 0.65 && (await this.action())) || this.end(end);
	}

	/**
	 * Answers a question. Events are more likely than a pass. All other answers are equally likely, half of
	 * them on the board.
	 */
	private async answer(): Promise<boolean> {
		const { page } = this;
		const offered = page.locator(answers);
		const pass = page.locator(`${panel} button[data-verb="pass"]:enabled`);
		if ((await pass.count()) > 0) {
			const plays = offered.and(page.locator(':not([data-verb="pass"])'));
			const play = (await plays.count()) > 0 && this.chance() < 0.6;
			return (play && (await this.one(plays))) || this.press(pass, 'pass');
		}
		return (this.chance() < 0.5 && (await this.onBoard())) || this.one(offered);
	}

	/** Presses one of several elements, and answers the questions that follow. */
	private async one(of: Locator): Promise<boolean> {
		const n = await of.count();
		if (n === 0) return false;
		const it = of.nth(Math.floor(this.chance() * n));
		const verb = await it.getAttribute('data-verb', { timeout: 500 }).catch(() => null);
		if (!(await this.press(it, verb ?? 'card'))) return false;
		await this.further();
		return true;
	}

	/** Presses an element that the board highlights. */
	private async onBoard(): Promise<boolean> {
		const { page } = this;
		const there = await spots(page);
		const spot = there[Math.floor(this.chance() * there.length)];
		if (!spot) return false;
		await touch(page, spot, this.finger);
		const what = spot.data.line ? 'a line' : spot.data.region ? 'a region' : 'a city';
		this.note(`${what} on the board`);
		await this.further();
		return true;
	}

	/** Plays an action of the action bar, with any target. */
	private async action(): Promise<boolean> {
		const { page } = this;
		const bar = page.getByRole('region', { name: said('web.act.title') });
		const able = 'button[aria-disabled="false"]';
		// A game lasts longer if players sometimes treat diseases, so more of it is tested.
		const treat = bar.locator(`${able}[data-verb="treat"]`);
		const first = this.chance() < 0.5 && (await treat.count()) > 0;
		if (!(await this.one(first ? treat : bar.locator(able)))) return false;
		// A move that names two cities needs two presses.
		for (let n = 0; n < 2 && (await bar.locator('[aria-pressed="true"]').count()) > 0; n++)
			await this.onBoard();
		const leave = page.getByRole('button', { name: said('web.act.leave'), exact: true });
		if (await leave.isVisible()) await this.press(leave, 'leave it');
		return true;
	}
}
