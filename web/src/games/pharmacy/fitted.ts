// Fits names into small spaces: it first shrinks the font, and truncates the text only if that is not enough.

import type { Attachment } from 'svelte/attachments';

/** The smallest readable font, in px. */
const least = 10;

/**
 * Shrinks a line of text until it fits its container. The text and the size are parameters, so that the line
 * is fitted again when either changes.
 */
export const fitted =
	(_line: string, _room: number): Attachment<HTMLElement> =>
	(node) => {
		// Even half a px too much truncates the text, so widths are measured without rounding.
		const written = document.createRange();
		const wide = (of: Range | HTMLElement) => of.getBoundingClientRect().width;
		const write = () => {
			written.selectNodeContents(node);
			node.style.fontSize = '';
			let size = Number.parseFloat(getComputedStyle(node).fontSize);
			while (wide(written) > wide(node) && size > least) {
				size = Math.max(least, size - 0.5);
				node.style.fontSize = `${size}px`;
			}
		};
		write();
		void document.fonts.ready.then(write);
	};
