// Puts an element where the layout says. The policy of the house forbids style in the
// markup, not the one that is set from here.

import type { Attachment } from 'svelte/attachments';
import type { Spot } from './layout.ts';

/** Lays an element with its middle on a spot, as large as the spot is; one without a height is as high as it needs. */
export function lay({ x, y, w, h }: Spot): Attachment<HTMLElement> {
	return ({ style }) => {
		style.position = 'absolute';
		style.left = `${x}px`;
		style.top = `${y}px`;
		style.width = `${w}px`;
		style.height = h > 0 ? `${h}px` : '';
		style.transform = 'translate(-50%, -50%)';
	};
}
