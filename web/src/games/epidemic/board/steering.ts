// Moves the map by mouse, finger and wheel. Each frame of a gesture changes only the CSS transform of the
// map's layer. The board gets the new camera only after the map has stopped moving.

import {
	type Camera,
	fitting,
	following,
	keep,
	reachable,
	type Size,
	showing,
	wholeScale,
	zoomed,
} from './camera.ts';
import type { Point } from './map.ts';

/** How far a press may move and still count as a click, in px. */
const slack = { mouse: 4, touch: 10 };
/** How long after its last movement the map counts as at rest, in ms. */
const rest = 140;
/** The longest duration of a glide, in ms: --move plus one frame. */
const glide = 220;
/** The longest time and distance between the two taps of a double tap. */
const twice = { ms: 320, px: 32 };

/** How far from a city, in px, a tap still selects it. */
const meant = 30;

interface Crew {
	/** Called when the map has come to rest. */
	rested: (c: Camera) => void;
	/** Called when the map begins to move. */
	began?: () => void;
	/** Called on a double tap that hits no city. */
	home: () => void;
}

export class Steering {
	camera: Camera = { x: 0, y: 0, s: 1 };
	view: Size = { width: 0, height: 0 };
	/** How many px at the window's right side the buttons cover. */
	covered = 0;
	/**
	 * Whether the player has zoomed or moved the map. Until then, the whole map stays visible when the window
	 * grows.
	 */
	byHand = false;

	private pointers = new Map<number, Point>();
	private start: { at: Point; kind: string } | null = null;
	private dragging = false;
	/**
	 * The window's position on the page. It is measured when a gesture begins, since measuring in each frame
	 * would be slow.
	 */
	private box = { left: 0, top: 0 };
	/** Whether the player is moving the map now, by hand or by wheel. */
	private moving = false;
	private frame = 0;
	private timer: ReturnType<typeof setTimeout> | undefined;
	/** The camera before a visit() or survey(), to which back() returns. */
	private left: Camera | null = null;
	private tapped = { at: 0, x: 0, y: 0 };

	constructor(
		private window: HTMLElement,
		private layer: HTMLElement,
		private map: Size,
		private crew: Crew,
	) {}

	/** Reports whether the whole map is visible. */
	get whole(): boolean {
		return this.camera.s <= wholeScale(this.view, this.map) * 1.001;
	}

	/** Returns the size of the window's part that nothing covers. */
	get free(): Size {
		return { ...this.view, width: this.view.width - this.covered };
	}

	/** Adds the listeners for gestures; the returned function removes them. */
	listen(): () => void {
		const stop = new AbortController();
		const on = <K extends keyof HTMLElementEventMap>(
			type: K,
			take: (e: HTMLElementEventMap[K]) => void,
			more = {},
		) => this.window.addEventListener(type, take, { signal: stop.signal, ...more });
		on('pointerdown', (e) => this.down(e));
		on('pointermove', (e) => this.moved(e));
		on('pointerup', (e) => this.up(e));
		on('pointercancel', (e) => this.up(e));
		on('wheel', (e) => this.wheel(e), { passive: false });
		// A drag that ends over a city must not count as a click on it.
		on('click', (e) => this.dragging && e.stopPropagation(), { capture: true });
		return () => {
			stop.abort();
			clearTimeout(this.timer);
			cancelAnimationFrame(this.frame);
		};
	}

	/** Moves the camera, gliding unless `atOnce`. */
	look(to: Camera, atOnce = false): void {
		this.camera = keep(to, this.view, this.map);
		clearTimeout(this.timer);
		if (atOnce) {
			this.write();
			this.settle();
			return;
		}
		this.carry('glides');
		this.crew.began?.();
		this.write();
		this.timer = setTimeout(() => this.settle(), glide);
	}

	/** Zooms by a factor around the window's centre. */
	zoom(by: number): void {
		this.byHand = true;
		this.look(zoomed(this.camera, [this.view.width / 2, this.view.height / 2], by));
	}

	/** Moves the map by some px. */
	pan(dx: number, dy: number): void {
		this.byHand = true;
		this.look({ ...this.camera, x: this.camera.x - dx, y: this.camera.y - dy });
	}

	/** Moves the map just enough to make a point visible. */
	reveal(point: { x: number; y: number }, margin = 80): void {
		const to = keep(showing(this.camera, point, this.free, margin), this.view, this.map);
		if (Math.hypot(to.x - this.camera.x, to.y - this.camera.y) > 1) this.look(to);
	}

	/** Moves the map so that a pawn or city that has just changed place stays visible. */
	follow(point: { x: number; y: number }): void {
		const to = following(this.camera, point, this.free);
		if (!this.whole && to !== this.camera) this.look(to);
	}

	/** Shows a point for a while. back() then returns, unless the player has moved the map since. */
	visit(point: { x: number; y: number }): void {
		if (this.whole && !this.left) return;
		this.left ??= this.camera;
		this.reveal(point, 100);
	}

	/** Shows several points for a while, which can be far apart. back() then returns as after visit(). */
	survey(points: readonly { x: number; y: number }[]): void {
		if (this.view.width === 0 || (this.whole && !this.left)) return;
		this.left ??= this.camera;
		this.look(fitting(points, Math.max(reachable, this.left.s), this.free, 56));
	}

	back(): void {
		const to = this.left;
		this.left = null;
		if (to) this.look(to);
	}

	/** Returns the position on the page of a point of the map. */
	onPage({ x, y }: { x: number; y: number }): Point {
		const box = this.window.getBoundingClientRect();
		return [box.left + this.camera.x + x * this.camera.s, box.top + this.camera.y + y * this.camera.s];
	}

	/** Returns the city or other place nearest to a point of the page, within a finger's radius. */
	nearest(x: number, y: number, places: ReadonlyMap<string, { x: number; y: number }>): string | null {
		const far = ([, at]: [string, { x: number; y: number }]) => {
			const [left, top] = this.onPage(at);
			return Math.hypot(left - x, top - y);
		};
		const [best] = [...places].sort((a, b) => far(a) - far(b));
		return best && far(best) <= meant ? best[0] : null;
	}

	private down(e: PointerEvent): void {
		if (e.button !== 0 || (e.target instanceof Element && e.target.closest('[data-still]'))) return;
		if (this.pointers.size === 0) this.measure();
		this.pointers.set(e.pointerId, this.inside(e));
		if (this.pointers.size === 1) {
			this.start = { at: this.inside(e), kind: e.pointerType };
			this.dragging = false;
		} else this.drag();
	}

	private moved(e: PointerEvent): void {
		const before = this.pointers.get(e.pointerId);
		if (!before || !this.start) return;
		const now = this.inside(e);
		if (!this.dragging) {
			const far = Math.hypot(now[0] - this.start.at[0], now[1] - this.start.at[1]);
			if (far < (this.start.kind === 'mouse' ? slack.mouse : slack.touch)) return;
			this.drag();
		}
		const others = [...this.pointers].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
		this.pointers.set(e.pointerId, now);
		const other = others[0];
		if (!other) {
			this.change({
				...this.camera,
				x: this.camera.x + now[0] - before[0],
				y: this.camera.y + now[1] - before[1],
			});
			return;
		}
		const apart = (p: Point) => Math.max(1, Math.hypot(p[0] - other[0], p[1] - other[1]));
		const middle = (p: Point): Point => [(p[0] + other[0]) / 2, (p[1] + other[1]) / 2];
		const [from, to] = [middle(before), middle(now)];
		const by = apart(now) / apart(before);
		const c = zoomed(this.camera, from, by);
		this.change({ ...c, x: c.x + to[0] - from[0], y: c.y + to[1] - from[1] });
	}

	private drag(): void {
		this.dragging = true;
		for (const id of this.pointers.keys()) this.window.setPointerCapture(id);
	}

	private up(e: PointerEvent): void {
		if (!this.pointers.delete(e.pointerId) || this.pointers.size > 0) return;
		this.start = null;
		if (this.dragging) {
			this.later();
			// Browsers send a click right after a drag, which must be ignored. The timeout runs after that click.
			setTimeout(() => {
				this.dragging = this.pointers.size > 0 && this.dragging;
			});
		} else if (e.type === 'pointerup') this.tap(e);
	}

	private tap(e: PointerEvent): void {
		if (e.target instanceof Element && e.target.closest('[role="button"]')) return;
		const { at, x, y } = this.tapped;
		const double = e.timeStamp - at < twice.ms && Math.hypot(e.clientX - x, e.clientY - y) < twice.px;
		this.tapped = double ? { at: 0, x: 0, y: 0 } : { at: e.timeStamp, x: e.clientX, y: e.clientY };
		if (double) this.crew.home();
	}

	private wheel(e: WheelEvent): void {
		e.preventDefault();
		if (!this.moving) this.measure();
		const unit = e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? this.view.height : 1;
		const [dx, dy] = e.shiftKey && e.deltaX === 0 ? [e.deltaY * unit, 0] : [e.deltaX * unit, e.deltaY * unit];
		if (!e.ctrlKey && Math.abs(dx) > Math.abs(dy)) {
			this.change({ ...this.camera, x: this.camera.x - dx });
		} else {
			// A pinch on a trackpad arrives as wheel events with Ctrl, in small steps.
			const by = Math.exp(-Math.max(-120, Math.min(120, dy)) * (e.ctrlKey ? 0.01 : 0.0022));
			this.change(zoomed(this.camera, this.inside(e), by));
		}
		this.later();
	}

	private measure(): void {
		const { left, top } = this.window.getBoundingClientRect();
		this.box = { left, top };
	}

	private inside(e: MouseEvent): Point {
		return [e.clientX - this.box.left, e.clientY - this.box.top];
	}

	/** Applies the camera in the next frame. */
	private change(to: Camera): void {
		this.byHand = true;
		this.camera = keep(to, this.view, this.map);
		this.left = null;
		clearTimeout(this.timer);
		if (!this.moving) this.crew.began?.();
		this.carry('moves');
		this.frame ||= requestAnimationFrame(() => this.write());
	}

	/** Sets how the layer follows the camera: immediately during a gesture, otherwise with a transition. */
	private carry(how: 'moves' | 'glides' | 'rests'): void {
		if (how !== 'glides') this.moving = how === 'moves';
		this.layer.style.willChange = this.moving ? 'transform' : '';
		this.layer.style.transition = how === 'glides' ? 'transform var(--move) var(--ease)' : '';
	}

	private later(): void {
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.settle(), rest);
	}

	private write(): void {
		cancelAnimationFrame(this.frame);
		this.frame = 0;
		const { x, y, s } = this.camera;
		this.layer.style.transform = `translate(${x}px, ${y}px) scale(${s})`;
	}

	private settle(): void {
		this.carry('rests');
		this.crew.rested(this.camera);
	}
}
