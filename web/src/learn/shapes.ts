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
