// A simulated player of the pharmacy game, who uses only the page of a phone, and taps risk cards, pills and
// answers. All players follow one plan, so that the same deal leads to the same game. No player knows any
// rules.

import { expect, type Locator, type Page } from '@playwright/test';
import { said } from './words.ts';

/** An answer that the player can tap, with its text. */
interface Answer {
	move: string;
	words: string;
}

const verbOf = (move: string) => move.split(' ')[0] ?? '';

/** How often each action must be tried before the players let a round end. */
const often: Record<string, number> = { risk: 8, dodge: 4, send: 5, defend: 5 };

/**
 * The plan that all players follow: they choose the action that was tried least, and later those that end a
 * round soon.
 */
export class Plan {
	/** How often each verb was played, and each payment that was not the default. */
	readonly made: Record<string, number> = {};
	private state: number;

	constructor(seed: number) {
		this.state = seed;
	}

	count(what: string): void {
		this.made[what] = (this.made[what] ?? 0) + 1;
	}

	/** Returns a random element of a list. */
	any<T>(of: readonly T[]): T {
		this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
		const one = of[Math.floor((this.state / 2 ** 32) * of.length)];
		if (one === undefined) throw new Error('nothing to choose from');
		return one;
	}

	/** Returns the verb with which a player answers. */
	verb(of: readonly string[]): string {
		const rare = of.filter((verb) => (this.made[verb] ?? 0) < (often[verb] ?? 3));
		const least = Math.min(...rare.map((verb) => this.made[verb] ?? 0));
		const first = rare.find((verb) => (this.made[verb] ?? 0) === least);
		return first ?? ['take-card', 'keep', 'open'].find((verb) => of.includes(verb)) ?? this.any(of);
	}

	/**
	 * Returns the open card with the most sickness. It prefers an injection until injections have been used
	 * in every way.
	 */
	worst(of: readonly Answer[]): Answer {
		const harm = ({ words }: Answer) => Number(/\+(\d+)/.exec(words)?.[1] ?? (this.made.inject ? 0 : 9));
		return of.reduce((a, b) => (harm(b) > harm(a) ? b : a));
	}
}

export class Patient {
	readonly page: Page;
	private readonly plan: Plan;
	private readonly tray: Locator;
	/** The time of the player's last tap. */
	private tapped = 0;

	constructor(page: Page, plan: Plan) {
		this.page = page;
		this.plan = plan;
		this.tray = page.locator('#tray');
	}

	/** Returns the answers that the player can tap now. */
	answers(): Promise<Answer[]> {
		return this.tray
			.locator('[data-answer]')
			.evaluateAll((all: HTMLElement[]) =>
				all.map((e) => ({ move: e.dataset.answer ?? '', words: e.textContent ?? '' })),
			);
	}

	/** Waits until the page offers exactly these moves. */
	async isAsked(moves: readonly string[]): Promise<void> {
		const busy = this.page.locator('#tray.sending');
		const playable = this.tray.locator('button.playable');
		await expect
			.poll(async () => {
				if ((await busy.count()) > 0) return 'sending';
				const shown = await this.answers();
				const other = shown.find(({ move }) => !moves.includes(move));
				if (other) return other.move;
				return shown.length + (await playable.count()) > 0 ? '' : 'nothing';
			})
			.toBe('');
	}

	/** Answers the question, and returns the move that was tapped. */
	async answer(): Promise<string> {
		const { plan, tray } = this;
		const cards = tray.locator('button.playable');
		const verbs = [...new Set((await this.answers()).map(({ move }) => verbOf(move)))];
		const verb = plan.verb((await cards.count()) > 0 ? [...verbs, 'risk'] : verbs);
		if (verb === 'risk') {
			const n = await cards.count();
			await cards.nth(plan.any([...Array(n).keys()])).tap();
			await expect(tray.locator('[data-answer^="risk "]').first()).toBeVisible();
		}
		if (/^(defend|dodge|donate)$/.test(verb)) await this.pay();
		const offered = (await this.answers()).filter(({ move }) => verbOf(move) === verb);
		const { move } = verb === 'take-card' ? plan.worst(offered) : plan.any(offered);
		await this.tap(tray.locator(`[data-answer="${move}"]`));
		plan.count(verb);
		return move;
	}

	/**
	 * Taps an element, but not too soon: the page ignores the second of two quick taps on one spot, as in a
	 * double click.
	 */
	private async tap(what: Locator): Promise<void> {
		await this.page.waitForTimeout(Math.max(0, this.tapped + 600 - Date.now()));
		await what.tap();
		this.tapped = Date.now();
	}

	/** Chooses the pills to pay with, if there are several possibilities. */
	private async pay(): Promise<void> {
		const names = new RegExp(`^(${said('web.pharmacy.act.which')}|${said('web.pharmacy.act.which-pill')})$`);
		const payments = this.tray.getByRole('group', { name: names }).getByRole('button');
		const n = await payments.count();
		if (n === 0) return;
		const payment = payments.nth(this.plan.any([...Array(n).keys()]));
		if ((await payment.getAttribute('aria-pressed')) === 'false') this.plan.count('another payment');
		await payment.tap();
		await expect(payment).toHaveAttribute('aria-pressed', 'true');
	}
}
