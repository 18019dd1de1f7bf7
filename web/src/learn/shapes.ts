// Computes the areas of the screen that a lesson highlights.

/** A rounded rectangle in px; with r equal to half its size it is a circle. */
export interface Shape {
	x: number;
	y: number;
	w: number;
	h: number;
	r: number;
}

const room = 6;

/** Returns the CSS selector for the name of a highlight. */
function selectorOf(lights: Record<string, string>, light: string): string {
	const [kind = '', what = ''] = light.split('/');
	return lights[light] ?? (lights[`${kind}/*`] ?? '').replace('*', CSS.escape(what));
}

/** Returns the first visible element for the name of a highlight. */
export function elementOf(lights: Record<string, string>, light: string): Element | undefined {
	const selector = selectorOf(lights, light);
	if (!selector) return undefined;
	return [...document.querySelectorAll(selector)].find((e) => e.getClientRects().length > 0);
}

/** Returns the areas of elements, each with a margin. An element of a drawing gets a circle. */
export function shapesOf(elements: readonly Element[]): Shape[] {
	return elements.map((element) => {
		const box = element.getBoundingClientRect();
		if (element instanceof SVGElement) {
			const r = Math.max(26, box.width / 2 + room);
			const x = box.x + box.width / 2;
			const y = box.y + box.height / 2;
			return { x: x - r, y: y - r, w: 2 * r, h: 2 * r, r };
		}
		return { x: box.x - room, y: box.y - room, w: box.width + 2 * room, h: box.height + 2 * room, r: 12 };
	});
}

/** A corner of the board in which the lesson's text can be. */
export interface Place {
	right: boolean;
	top: boolean;
}

/** Returns the area that two rectangles have in common, in px². */
function common(a: Omit<Shape, 'r'>, b: Shape): number {
	const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
	const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
	return Math.max(w, 0) * Math.max(h, 0);
}

/**
 * Returns the corner of the board where a text of the given size covers the least of what is highlighted.
 * The lower left corner is the default.
 */
export function placeOf(board: DOMRect, words: { w: number; h: number }, shapes: readonly Shape[]): Place {
	const places = [false, true].flatMap((top) => [false, true].map((right): Place => ({ right, top })));
	const hides = ({ right, top }: Place) => {
		const x = right ? board.right - words.w : board.left;
		const y = top ? board.top : board.bottom - words.h;
		return shapes.reduce((sum, shape) => sum + common({ x, y, ...words }, shape), 0);
	};
	return places.reduce((best, place) => (hides(place) < hides(best) ? place : best));
}
