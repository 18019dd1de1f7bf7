// Sets up axe, which checks what screen readers and the eye need (WCAG 2.2 AA).

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { still } from './visit.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Returns axe with all rules or, with `colours`, only the rule for contrast. It describes violations only: to
 * describe what passes would take longer than to check it.
 */
export function axe(page: Page, { colours = false } = {}): AxeBuilder {
	// The pages have no frames, so axe need not open another page to combine their results.
	const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
	return colours ? builder.withRules(['color-contrast']) : builder.withTags(tags);
}

/** Returns the violations of all rules on a page, one per line. */
export async function violations(page: Page): Promise<string[]> {
	await still(page); // text that is fading in has less contrast than it will have
	const found = await axe(page).analyze();
	return found.violations.map((v) => `${v.id}: ${v.nodes[0]?.html}`);
}
