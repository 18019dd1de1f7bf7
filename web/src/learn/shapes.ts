// Where things are on the screen that a lesson speaks of.

/** A rectangle with round corners; r is half its size where it is a circle. */
export interface Shape {
	x: number;
	y: number;
	w: number;
	h: number;
	r: number;
}

const room = 6;

/** The selector of a light. */
export function selectorOf(lights: Record<string, string>, light: string): string {
	const [kind = '', what = ''] = light.split('/');
	return lights[light] ?? (lights[`${kind}/*`] ?? '').replace('*', CSS.escape(what));
}

/** The first element of a light that can be seen. */
export function elementOf(lights: Record<string, string>, light: string): Element | undefined {
	const selector = selectorOf(lights, light);
	if (!selector) return undefined;
	return [...document.querySelectorAll(selector)].find((e) => e.getClientRects().length > 0);
}

/** Where elements are, each with some room around it. What stands in a drawing gets a circle. */
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

/** At which edges of the board the words stand. */
export interface Place {
	right: boolean;
	top: boolean;
}

/** How much of two rectangles is common, in px². */
function common(a: Omit<Shape, 'r'>, b: Shape): number {
	const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
	const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
	return Math.max(w, 0) * Math.max(h, 0);
}

/** Where words of a size hide least of what they speak of: below at the left, unless another corner is better. */
export function placeOf(board: DOMRect, words: { w: number; h: number }, shapes: readonly Shape[]): Place {
	const places = [false, true].flatMap((top) => [false, true].map((right): Place => ({ right, top })));
	const hides = ({ right, top }: Place) => {
		const x = right ? board.right - words.w : board.left;
		const y = top ? board.top : board.bottom - words.h;
		return shapes.reduce((sum, shape) => sum + common({ x, y, ...words }, shape), 0);
	};
	return places.reduce((best, place) => (hides(place) < hides(best) ? place : best));
}
