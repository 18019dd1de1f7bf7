// Carries a pawn with mouse or finger. A press that begins on the pawn does not move the map; one that does not wander
// is a tap on what lies under it, as anywhere else.

import type { Point } from './map.ts';

/** How far a press may wander and still be a tap, in px. */
const slack = 8;
/** What a finger needs to meet a pawn, in px. */
const target = 44;

export interface Carrier {
	/** The pawn that can be carried now, as it is drawn; none where there is nothing to carry. */
	pawn: () => SVGGraphicsElement | null | undefined;
	/** The city at a point of the page. */
	cityAt: (x: number, y: number) => string | null;
	/** How large a unit of the map is on the page, in px. */
	scale: () => number;
	/** The pawn is held over a city, or over none. */
	over: (city: string | null) => void;
	/** It was let go over a city. */
	drop: (city: string) => void;
}

interface Hold {
	id: number;
	from: Point;
	pawn: SVGGraphicsElement;
	lifted: boolean;
	city: string | null;
}

/** Begins to listen; the result stops it. */
export function carry(window: HTMLElement, carrier: Carrier): () => void {
	const stop = new AbortController();
	const { signal } = stop;
	let hold: Hold | null = null;

	/** Puts the pawn back where it stands. */
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
			cancel(); // a second finger means the map
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
	// Before what else hears of Escape: the pawn goes back, and nothing more.
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

/** Whether a press meets a pawn, drawn as it is or as large as a finger needs. */
function meets(pawn: SVGGraphicsElement, { clientX, clientY, pointerType }: PointerEvent): boolean {
	const { left, top, width, height } = pawn.getBoundingClientRect();
	const least = pointerType === 'mouse' ? 0 : target;
	const within = (at: number, from: number, size: number) =>
		Math.abs(at - from - size / 2) <= Math.max(size, least) / 2;
	return within(clientX, left, width) && within(clientY, top, height);
}
