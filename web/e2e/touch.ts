// Finds places on the board to touch. The centre of a region or line may be outside it.

import type { Page } from '@playwright/test';

/** Matches targets on the board: regions, lines and cities. */
export const lit = '[data-map] :is(g[data-line], .asked > path[data-region], g.reached[data-city])';

export interface Spot {
	x: number;
	y: number;
	/** The target's attributes for tests and screen readers: verb, city, region, line. */
	data: Record<string, string>;
}

/** Returns the visible targets of a kind, each with a point that nothing covers. */
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

/** Touches a target, or clicks it if the page is used by mouse. */
export async function touch(page: Page, { x, y }: Spot, finger: boolean): Promise<void> {
	await (finger ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
}
