// Makes pawns draggable by mouse or finger. A press on a pawn does not pan the map. A press that hardly
// moves is a tap on whatever is under the pawn.

import type { Point } from './map.ts';

/** How far a press may move and still count as a tap, in px. */
const slack = 8;
/** The minimum size of a pawn's touch target, in px. */
const target = 44;

export interface Carrier {
	/** The element of the pawn that can be dragged now, or null. */
	pawn: () => SVGGraphicsElement | null | undefined;
	/** Returns the city at a point of the page. */
	cityAt: (x: number, y: number) => string | null;
	/** Returns how many px of the page one unit of the map is. */
	scale: () => number;
	/** Called when the dragged pawn enters a city or leaves it. */
	over: (city: string | null) => void;
	/** Called when the player drops the pawn on a city. */
	drop: (city: string) => void;
}

interface Hold {
	id: number;
	from: Point;
	pawn: SVGGraphicsElement;
	lifted: boolean;
	city: string | null;
}

/** Adds the listeners for dragging; the returned function removes them. */
export function carry(window: HTMLElement, carrier: Carrier): () => void {
	const stop = new AbortController();
	const { signal } = stop;
	let hold: Hold | null = null;

	/** Ends the drag and moves the pawn back to its city. */
	const release = (): Hold | null => {
		const held = hold;
		hold = null;
		held?.pawn.style.removeProperty('translate');
		return held;
	};
	const cancel = () => {
		if (release()?.lifted) carrier.over(null);
	};
	const down = (e: PointerEvent) => {
		if (hold)
			cancel(); // a second finger zooms the map instead
		else if (e.button === 0 && e.isPrimary) {
			const pawn = carrier.pawn();
			if (!pawn || !meets(pawn, e)) return;
			e.stopPropagation();
			hold = { id: e.pointerId, from: [e.clientX, e.clientY], pawn, lifted: false, city: null };
		}
	};
	const moved = (e: PointerEvent) => {
		if (hold?.id !== e.pointerId) return;
		const [dx, dy] = [e.clientX - hold.from[0], e.clientY - hold.from[1]];
		if (!hold.lifted) {
			if (Math.hypot(dx, dy) < slack) return;
			hold.lifted = true;
			window.setPointerCapture(e.pointerId);
		}
		const scale = carrier.scale();
		hold.pawn.style.translate = `${dx / scale}px ${dy / scale}px`;
		const city = carrier.cityAt(e.clientX, e.clientY);
		if (city === hold.city) return;
		hold.city = city;
		carrier.over(city);
	};
	const up = (e: PointerEvent) => {
		if (hold?.id !== e.pointerId) return;
		const held = release();
		if (!held?.lifted) return;
		if (held.city) carrier.drop(held.city);
		else carrier.over(null);
	};
	window.dataset.carries = '';
	window.addEventListener('pointerdown', down, { capture: true, signal });
	window.addEventListener('pointermove', moved, { signal });
	window.addEventListener('pointerup', up, { signal });
	window.addEventListener('pointercancel', cancel, { signal });
	// This listener runs before others that handle Esc: during a drag, Esc only cancels the drag.
	globalThis.addEventListener(
		'keydown',
		(e) => {
			if (e.key !== 'Escape' || !hold) return;
			e.preventDefault();
			e.stopImmediatePropagation();
			cancel();
		},
		{ capture: true, signal },
	);
	return () => {
		cancel();
		delete window.dataset.carries;
		stop.abort();
	};
}

/**
 * Reports whether a press hits a pawn. For a finger, the pawn counts as at least `target` px wide and high.
 */
function meets(pawn: SVGGraphicsElement, { clientX, clientY, pointerType }: PointerEvent): boolean {
	const { left, top, width, height } = pawn.getBoundingClientRect();
	const least = pointerType === 'mouse' ? 0 : target;
	const within = (at: number, from: number, size: number) =>
		Math.abs(at - from - size / 2) <= Math.max(size, least) / 2;
	return within(clientX, left, width) && within(clientY, top, height);
}
