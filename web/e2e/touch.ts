// Where a finger meets what the board offers: regions and lines have no middle that is sure to be theirs.

import type { Page } from '@playwright/test';

/** What the board asks to be pointed at: regions, lines, cities. */
export const lit = '[data-map] :is(g[data-line], .asked > path[data-region], g.reached[data-city])';

export interface Spot {
	x: number;
	y: number;
	/** What stands there for tests and for speaking tools: verb, city, region, line. */
	data: Record<string, string>;
}

/** The things of a kind that can be touched as the page lies now, each with a point where nothing lies over it. */
export function spots(page: Page, selector = lit): Promise<Spot[]> {
	return page.evaluate((what) => {
		const found: Spot[] = [];
		for (const element of document.querySelectorAll<SVGElement>(what)) {
			const box = (element.querySelector('.target') ?? element).getBoundingClientRect();
			const tries = [0.5, 0.35, 0.65, 0.2, 0.8].flatMap((a) =>
				[0.5, 0.35, 0.65, 0.2, 0.8].map((b) => [a, b]),
			);
			const at = tries
				.map(([a = 0, b = 0]) => ({ x: box.x + a * box.width, y: box.y + b * box.height }))
				.find(({ x, y }) => document.elementFromPoint(x, y)?.closest(what) === element);
			if (at) found.push({ ...at, data: { ...element.dataset } as Record<string, string> });
		}
		return found;
	}, selector);
}

/** Touches, or clicks where there is a mouse. */
export async function touch(page: Page, { x, y }: Spot, finger: boolean): Promise<void> {
	await (finger ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
}
