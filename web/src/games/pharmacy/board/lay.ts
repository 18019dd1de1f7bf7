// Positions elements as the layout says. The server's content security policy forbids style attributes in
// the markup, but not styles that a script sets.

import type { Attachment } from 'svelte/attachments';
import type { Point, Spot } from './layout.ts';

/**
 * Returns the CSS transform that moves an element from the corner of the stage to a point, centred on it.
 * This does not move other elements.
 */
export const at = ({ x, y }: Point) => `translate(${x}px, ${y}px) translate(-50%, -50%)`;

/**
 * Centres an element on a spot and gives it the spot's size. If the spot has no height, the element keeps
 * its natural height.
 */
export function lay({ x, y, w, h }: Spot): Attachment<HTMLElement> {
	return ({ style }) => {
		style.position = 'absolute';
		style.left = style.top = '0';
		style.width = `${w}px`;
		style.height = h > 0 ? `${h}px` : '';
		style.transform = at({ x, y });
	};
}
