// Somebody who plays the pharmacy game on a phone with nothing but what the page shows: taps risk cards, pills and
// answers. All who play follow one plan, so that a game that is dealt the same is played the same. No rule is known here.

import { expect, type Locator, type Page } from '@playwright/test';
import { said } from './words.ts';

/** An answer as it can be tapped, and the words on it. */
interface Answer {
	move: string;
	words: string;
}

const verbOf = (move: string) => move.split(' ')[0] ?? '';

/** What is tried so often before a round may end. */
const often: Record<string, number> = { risk: 8, dodge: 4, send: 5, defend: 5 };

/** What everybody wants: first what has been done least, then a round that ends soon. */
export class Plan {
	/** How often each verb was played, and each payment chosen that was not proposed. */
	readonly made: Record<string, number> = {};
	private state: number;

	constructor(seed: number) {
		this.state = seed;
	}

	count(what: string): void {
		this.made[what] = (this.made[what] ?? 0) + 1;
	}

	/** One of some things. */
	any<T>(of: readonly T[]): T {
		this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
		const one = of[Math.floor((this.state / 2 ** 32) * of.length)];
		if (one === undefined) throw new Error('nothing to choose from');
		return one;
	}

	/** The verb to answer with. */
	verb(of: readonly string[]): string {
		const rare = of.filter((verb) => (this.made[verb] ?? 0) < (often[verb] ?? 3));
		const least = Math.min(...rare.map((verb) => this.made[verb] ?? 0));
		const first = rare.find((verb) => (this.made[verb] ?? 0) === least);
		return first ?? ['take-card', 'keep', 'open'].find((verb) => of.includes(verb)) ?? this.any(of);
	}

	/** Of the open cards the one that makes most ill; an injection where nobody has chosen yet what it is for. */
	worst(of: readonly Answer[]): Answer {
		const harm = ({ words }: Answer) => Number(/\+(\d+)/.exec(words)?.[1] ?? (this.made.inject ? 0 : 9));
		return of.reduce((a, b) => (harm(b) > harm(a) ? b : a));
	}
}

export class Patient {
	readonly page: Page;
	private readonly plan: Plan;
	private readonly tray: Locator;
	/** When a finger came down last. */
	private tapped = 0;

	constructor(page: Page, plan: Plan) {
		this.page = page;
		this.plan = plan;
		this.tray = page.locator('#tray');
	}

	/** The answers that can be tapped as the page is. */
	answers(): Promise<Answer[]> {
		return this.tray
			.locator('[data-answer]')
			.evaluateAll((all: HTMLElement[]) =>
				all.map((e) => ({ move: e.dataset.answer ?? '', words: e.textContent ?? '' })),
			);
	}

	/** Waits until the page asks for one of these moves, and for nothing else. */
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

	/** Answers, and gives the move that was tapped. */
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

	/** Taps, no sooner than a person would: of two taps in one place the second is taken for a slip. */
	private async tap(what: Locator): Promise<void> {
		await this.page.waitForTimeout(Math.max(0, this.tapped + 600 - Date.now()));
		await what.tap();
		this.tapped = Date.now();
	}

	/** Chooses with which pills, where that can be chosen. */
	private async pay(): Promise<void> {
		const names = new RegExp(`^(${said('web.pharmacy.act.which')}|${said('web.pharmacy.act.which-pill')})$`);
		const ways = this.tray.getByRole('group', { name: names }).getByRole('button');
		const n = await ways.count();
		if (n === 0) return;
		const way = ways.nth(this.plan.any([...Array(n).keys()]));
		if ((await way.getAttribute('aria-pressed')) === 'false') this.plan.count('another payment');
		await way.tap();
		await expect(way).toHaveAttribute('aria-pressed', 'true');
	}
}
