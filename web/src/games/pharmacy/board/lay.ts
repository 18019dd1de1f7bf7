// Puts an element where the layout says. The server's policy forbids style in the
// markup, not the one that is set from here.

import type { Attachment } from 'svelte/attachments';
import type { Point, Spot } from './layout.ts';

/** Moves the middle of what lies at the corner of the stage to a point. What moves so pushes nothing. */
export const at = ({ x, y }: Point) => `translate(${x}px, ${y}px) translate(-50%, -50%)`;

/** Lays an element with its middle on a spot, as large as the spot is; one without a height is as high as it needs. */
export function lay({ x, y, w, h }: Spot): Attachment<HTMLElement> {
	return ({ style }) => {
		style.position = 'absolute';
		style.left = style.top = '0';
		style.width = `${w}px`;
		style.height = h > 0 ? `${h}px` : '';
		style.transform = at({ x, y });
	};
}
