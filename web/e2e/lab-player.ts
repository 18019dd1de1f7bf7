// A simulated player of a game with the laboratory, who uses only the page. The player first presses
// highlighted parts of the laboratory's picture, then answers questions, treats the pawn's city, or drives.
// The player knows no rules.

import { answers, Fingers, panel } from './fingers.ts';

export class Researcher extends Fingers {
	/** Does one action if the table waits for this player, and reports whether it did. */
	async act(): Promise<boolean> {
		const { page } = this;
		if ((await page.locator(answers).count()) > 0) return this.answer();
		const end = page.locator('button[data-verb="draw"]:enabled');
		if ((await end.count()) === 0) return false;
		return (await this.onPicture()) || (await this.action()) || this.end(end);
	}

	/** Presses a dish and then its target, or plays a card onto a line. */
	private async onPicture(): Promise<boolean> {
		const { page } = this;
		if (this.chance() < 0.3) return false;
		const slots = page.locator('[data-line][aria-disabled="false"]');
		if ((await slots.count()) > 0 && (await this.press(slots.first(), 'a card onto a line'))) {
			await this.further();
			return true;
		}
		const dishes = page.locator('button[data-dish].able');
		const n = await dishes.count();
		if (n === 0 || !(await this.press(dishes.nth(Math.floor(this.chance() * n)), 'a dish'))) return false;
		const targets = page.locator('[data-target]');
		const m = await targets.count();
		if (m === 0) return false;
		await this.press(targets.nth(Math.floor(this.chance() * m)), 'where it leads');
		await this.further();
		return true;
	}

	/**
	 * Answers a question. Half of the time, it presses the picture to put a sample into a dish, otherwise the
	 * panel.
	 */
	private async answer(): Promise<boolean> {
		const { page } = this;
		const target = page.locator('button[data-target]');
		if (this.chance() < 0.5 && (await target.count()) > 0)
			return this.press(target.first(), 'an answer on the picture');
		const pass = page.locator(`${panel} button[data-verb="pass"]:enabled`);
		if ((await pass.count()) > 0) return this.press(pass.first(), 'pass');
		const offered = page.locator(answers);
		const n = await offered.count();
		if (!(await this.press(offered.nth(Math.floor(this.chance() * n)), 'an answer'))) return false;
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
		if (this.chance() < 0.4 || !(await able('drive').isVisible())) return false;
		await this.press(able('drive'), 'drive');
		const lit = page.locator('[data-map] g.reached[data-city] circle.target');
		const n = await lit.count();
		if (n === 0) return false;
		return this.press(lit.nth(Math.floor(this.chance() * n)), 'a city on the map');
	}
}
