// Names in little room: they are written smaller before they are cut.

import type { Attachment } from 'svelte/attachments';

/** The smallest letters that can still be read, in px. */
const least = 10;

/** Writes a line as small as it must be to stand whole in its room; both are given, and a change of them looks again. */
export const fitted =
	(_line: string, _room: number): Attachment<HTMLElement> =>
	(node) => {
		// Half a px more than there is room for is enough to be cut: what it measures is not rounded.
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
