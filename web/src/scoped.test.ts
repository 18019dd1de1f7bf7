// Checks that a component styles only its own elements. Another component's look is changed through its
// props and through custom CSS properties.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Matches the document element, which belongs to no component. Its attributes hold the theme and reduced
 * motion.
 */
const page = /^(:root|html|body)(\[[^\]]*\]|:not\(\[[^\]]*\]\))*$/;

/** Returns the content of each `:global(…)` in a text. */
function globals(text: string): string[] {
	const found: string[] = [];
	for (const { index } of text.matchAll(/:global\b/g)) {
		const from = index + ':global('.length;
		let to = from;
		for (let open = 1; open > 0 && to < text.length; to++) {
			if (text[to] === '(') open++;
			if (text[to] === ')') open--;
		}
		found.push(text.slice(from, to - 1));
	}
	return found;
}

test('no component styles what another draws', () => {
	const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
	const foreign = files
		.filter((file) => file.endsWith('.svelte'))
		.flatMap((file) =>
			globals(readFileSync(join(import.meta.dirname, file), 'utf8'))
				.filter((selector) => !page.test(selector))
				.map((selector) => `${file}: :global(${selector})`),
		);
	expect(foreign).toEqual([]);
});

test('what a selector may reach', () => {
	const reach = (text: string) => globals(text).map((selector) => page.test(selector));
	expect(reach(`:global(:root[data-motion='reduced']) .drop { }`)).toEqual([true]);
	expect(reach(`:global(html:not([data-motion='full'])) circle { }`)).toEqual([true]);
	expect(reach('li > :global(svg) { }')).toEqual([false]);
	expect(reach('.sheet:global(.moving) { }')).toEqual([false]);
	expect(reach(':global(body:has(.open)) p { }')).toEqual([false]);
	expect(reach(':global(:root .board) p { } :global { }')).toEqual([false, false]);
});
