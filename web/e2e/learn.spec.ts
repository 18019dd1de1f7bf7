// Tests the lesson of the world game from the landing page to its end: by mouse, by touch, and by keyboard.
// The numbers of taps and words allow an estimate of how long a person takes. Other games' lessons are
// played by mouse or by touch.

import type { BrowserContextOptions, Page } from '@playwright/test';
import { violations } from './axe.ts';
import { lookedAt, nightly, sizes } from './browser.ts';
import { brisk, expect, test } from './test.ts';
import { spots, touch } from './touch.ts';
import { said } from './words.ts';

/** How many seconds a person takes for a tap, and to read a word. */
const pace = { tap: 1.5, word: 1 / 4 };

type How = 'mouse' | 'touch' | 'keys';

/** A learner, who presses elements and counts taps and words. */
class Learner {
	taps = 0;
	words = 0;
	constructor(
		private page: Page,
		private how: How,
	) {}

	get seconds(): number {
		return this.taps * pace.tap + this.words * pace.word;
	}

	/** Waits for a new text of the guide, reads it, and returns it with the lesson's phase. */
	async read(before: string): Promise<{ text: string; phase: string }> {
		const words = this.page.locator('.lesson:not(.busy) .said');
		const lines = async () => (await words.locator('h2, p').allTextContents()).join(' ') || before;
		await expect.poll(lines, { timeout: 20_000 }).not.toBe(before);
		const text = await lines();
		this.words += text.split(/\s+/).length;
		return { text, phase: (await words.getAttribute('data-phase')) ?? '' };
	}

	/** Presses a visible element; by keyboard, it moves the focus to the element first. */
	async press(selector: string): Promise<void> {
		this.taps++;
		const it = this.page.locator(selector).first();
		if (this.how === 'mouse') return it.click();
		if (this.how === 'touch') return it.tap();
		await expect(it).toBeFocused();
		await this.page.keyboard.press('Enter');
	}

	/** Drives to a city: presses the action, then the city on the map or its name in the list. */
	async drive(city: string): Promise<void> {
		await this.press('button[data-verb="drive"]');
		if (this.how === 'keys') {
			const wanted = this.page.getByRole('dialog').locator(`[data-city="${city}"]`);
			await expect(wanted).toBeVisible();
			for (let n = 0; n < 8 && !(await wanted.evaluate((e) => e === document.activeElement)); n++) {
				this.taps++;
				await this.page.keyboard.press('ArrowDown');
			}
			return this.press(`[role="dialog"] [data-city="${city}"]`);
		}
		await this.point('city', city);
	}

	/** Presses a target on the board, and confirms if asked. */
	async point(kind: 'city' | 'region' | 'line', name: string): Promise<void> {
		this.taps++;
		const at = async () => (await spots(this.page)).find((s) => s.data[kind]?.split(' ').includes(name));
		await expect.poll(at).toBeDefined();
		const spot = await at();
		if (spot) await touch(this.page, spot, this.how === 'touch');
	}

	/** Confirms a move, if the page asks for confirmation. */
	async sure(): Promise<void> {
		const asks = this.page.locator('.strip.pending .buttons button').first();
		const there = await asks.waitFor({ timeout: 1500 }).then(
			() => true,
			() => false,
		);
		if (there) await this.press('.strip.pending .buttons button');
	}
}

const next = '.lesson .next button';

/** For words that occur in the guide's texts: what the learner then does. */
type Does = Record<string, () => Promise<void>>;

/** Plays a lesson to its end. `from` is the text that the learner has read already. */
async function walk(me: Learner, does: Does, from = ''): Promise<void> {
	let before = from;
	for (let n = 0; n < 40; n++) {
		const { text, phase } = await me.read(before);
		before = text;
		if (phase === 'end') return;
		const key = Object.keys(does).find((words) => text.includes(words));
		if (phase === 'move') await does[key ?? '']?.();
		else await me.press(next);
	}
	throw new Error('the lesson does not end');
}

/** Returns what the learner does at each text of the world game's lesson. */
function inTheWorld(page: Page, me: Learner): Does {
	return {
		'have four actions': () => me.drive('washington'),
		'Treat Washington': async () => {
			await me.press('button[data-verb="treat"]');
			await expect(page.locator('.city[data-city="washington"]')).toHaveAccessibleName(/1 blue/);
			await me.press('button[data-verb="treat"]');
		},
		'One action is left': () => me.drive('atlanta'),
		'Now the diseases move': () => me.press('button[data-verb="draw"]'),
		'hold four red cards': async () => {
			await me.press('button[data-verb="cure"]');
			await me.press('.strip.pending .buttons button');
		},
	};
}

const others: Record<string, (me: Learner) => Does> = {
	iberia: (me) => ({
		'Begin in Zaragoza': async () => {
			await me.point('city', 'zaragoza');
			await me.sure();
		},
		'Purify the region': async () => {
			await me.press('button[data-verb="purify"]');
			await me.point('region', 'r22');
			await me.sure();
		},
		'lay tracks': async () => {
			await me.press('button[data-verb="rail"]');
			await me.point('city', 'huesca');
			await me.sure();
		},
		'one ride': async () => {
			await me.press('button[data-verb="travel"]');
			await me.point('city', 'huesca');
			await me.sure();
		},
		'Treat Huesca': () => me.press('button[data-verb="treat"]'),
		'Now watch the water': () => me.press('button[data-verb="draw"]'),
	}),
	pharmacy: (me) => ({
		'Take Hoot Cough': () => me.press('.tray [data-answer="take-card left"]'),
		'hand Volcano to Rosa': () => me.press('.tray [data-answer="defend 1 0 0 2"]'),
		'Take the injection': () => me.press('.tray [data-answer="take-card left"]'),
		'Do you dare': () => me.press('.tray [data-answer="open"]'),
	}),
};

/** Opens the lesson's table from the landing page. */
async function begin(page: Page, me: Learner, how: How): Promise<void> {
	const door = page.getByRole('link', { name: said('web.landing.learn') });
	if (how === 'keys') await door.focus(); // stands in for the Tab key, which keyboard.spec.ts tests
	me.taps++;
	if (how === 'keys') await page.keyboard.press('Enter');
	else await (how === 'touch' ? door.tap() : door.click());
	const learn = page.locator('[data-game="world"]').getByRole('button', { name: said('web.learn.begin') });
	me.taps++;
	if (how === 'keys') {
		await learn.focus();
		await page.keyboard.press('Enter');
	} else await (how === 'touch' ? learn.tap() : learn.click());
	await expect(page.locator('.lesson')).toBeVisible();
}

const ways: { how: How; browser: BrowserContextOptions }[] = [
	{ how: 'mouse', browser: { viewport: sizes.desktop } },
	{ how: 'touch', browser: { viewport: sizes.phone, hasTouch: true, isMobile: true } },
	{ how: 'keys', browser: { viewport: sizes.desktop } },
];

for (const { how, browser } of lookedAt(2, ways))
	test(`the first game is learned in under six minutes by ${how}`, async ({ open }) => {
		const page = await open({ settings: brisk, browser });
		const me = new Learner(page, how);
		await begin(page, me, how);
		await walk(me, inTheWorld(page, me));
		expect(me.taps).toBeGreaterThan(20);
		expect(me.words).toBeGreaterThan(300);
		expect(me.seconds).toBeLessThan(360);
		console.log(`learned by ${how}: ${me.taps} taps, ${me.words} words, ${Math.round(me.seconds)} s`);

		// After the lesson, the learner plays on.
		await page.getByRole('button', { name: said('web.learn.on') }).click();
		await expect(page.locator('.lesson')).toHaveCount(0);
		await expect(page.locator('button[data-verb="fly"], button[data-verb="direct"]').first()).toHaveAttribute(
			'aria-disabled',
			'false',
		);
		await page.goto('/learn');
		await expect(page.getByText(said('web.learn.done'))).toBeVisible();
	});

for (const [n, [game, does]] of Object.entries(others).entries())
	test(`the lesson of ${game} comes to its end`, n === 0 ? nightly : {}, async ({ open }) => {
		const how = n === 0 ? 'mouse' : 'touch';
		const page = await open({ path: '/learn', settings: brisk, browser: ways[n]?.browser });
		const me = new Learner(page, how);
		await me.press(`[data-game="${game}"] button`);
		await walk(me, does(me));
		console.log(`${game} by ${how}: ${me.taps} taps, ${me.words} words, ${Math.round(me.seconds)} s`);
		expect(me.seconds).toBeGreaterThan(60);
		expect(me.seconds).toBeLessThan(240);
	});

test('another way is told where it leads and taken back; the lesson is left and gone on with', async ({
	open,
}) => {
	const page = await open({ path: '/learn', settings: brisk, browser: { viewport: sizes.desktop } });
	const me = new Learner(page, 'mouse');
	await page
		.getByRole('button', { name: said('web.learn.begin') })
		.first()
		.click();
	let { text } = await me.read('');
	for (let n = 0; n < 3; n++) {
		// No move is allowed until the guide asks for one.
		await expect(page.locator('button[data-verb="drive"]')).toHaveAttribute('aria-disabled', 'true');
		await me.press(next);
		({ text } = await me.read(text));
	}
	await expect(page.locator('button[data-verb="drive"]')).toHaveAttribute('aria-disabled', 'false');
	await expect(page.locator('button[data-verb="draw"]')).toBeDisabled();
	expect(await violations(page)).toEqual([]);
	await me.drive('chicago');
	const off = await me.read(text);
	expect(off.phase).toBe('back');
	expect(off.text).toContain('Chicago');
	await page.getByRole('button', { name: said('web.learn.back') }).click();
	({ text } = await me.read(off.text));
	expect(text).toContain('four actions');

	await me.drive('washington');
	({ text } = await me.read(text));
	await page.getByRole('link', { name: said('web.learn.leave') }).click();
	await page.getByRole('link', { name: said('web.learn.go-on') }).click();
	await expect(page.locator('.lesson .said')).toHaveText(/Treat Washington/);
	await page.reload();
	await expect(page.locator('.lesson .said')).toHaveText(/Treat Washington/);
});
