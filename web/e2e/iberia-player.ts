// Somebody who plays Iberia with nothing but the page, and tries what it offers: answers on the board or in
// the panel, events, every button of the action bar. No rule is known here.

import type { Locator } from '@playwright/test';
import { answers, Fingers, panel } from './fingers.ts';
import { spots, touch } from './touch.ts';
import { said } from './words.ts';

export class Explorer extends Fingers {
	/** Does one thing, if the table waits for it. */
	async act(): Promise<boolean> {
		const { page } = this;
		if ((await page.locator(answers).count()) > 0) return this.answer();
		const end = page.locator('button[data-verb="draw"]:enabled');
		if ((await end.count()) === 0) return false;
		return (this.chance() < 0.65 && (await this.action())) || this.end(end);
	}

	/** Answers a question: an event more often than nothing, and otherwise anything, half of the time on the board. */
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

	/** Presses one of several, and whatever it asks further. */
	private async one(of: Locator): Promise<boolean> {
		const n = await of.count();
		if (n === 0) return false;
		const it = of.nth(Math.floor(this.chance() * n));
		const verb = await it.getAttribute('data-verb', { timeout: 500 }).catch(() => null);
		if (!(await this.press(it, verb ?? 'card'))) return false;
		await this.further();
		return true;
	}

	/** Points at something that the board has lit. */
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

	/** An action that the bar offers, wherever it leads. */
	private async action(): Promise<boolean> {
		const { page } = this;
		const bar = page.getByRole('region', { name: said('web.act.title') });
		const able = 'button[aria-disabled="false"]';
		// Who treats what is here now and then sees more of the game.
		const treat = bar.locator(`${able}[data-verb="treat"]`);
		const first = this.chance() < 0.5 && (await treat.count()) > 0;
		if (!(await this.one(first ? treat : bar.locator(able)))) return false;
		// A move of two cities is pointed at twice.
		for (let n = 0; n < 2 && (await bar.locator('[aria-pressed="true"]').count()) > 0; n++)
			await this.onBoard();
		const leave = page.getByRole('button', { name: said('web.act.leave'), exact: true });
		if (await leave.isVisible()) await this.press(leave, 'leave it');
		return true;
	}
}
