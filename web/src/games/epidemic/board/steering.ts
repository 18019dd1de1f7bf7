// Moves the map under mouse, finger and wheel. A frame of a gesture changes one CSS
// transform of one layer and nothing else; the board hears of it when it has come to
// rest.

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

/** How far a press may wander and still be a click, in px. */
const slack = { mouse: 4, touch: 10 };
/** How long after the last movement the map is at rest, in ms. */
const rest = 140;
/** How long a glide takes at most, in ms: --move, and a frame. */
const glide = 220;
/** Two taps within this time and this distance are one double tap. */
const twice = { ms: 320, px: 32 };

/** How far from its place a city is still meant, in px. */
const meant = 30;

export interface Crew {
	/** The map has come to rest. */
	rested: (c: Camera) => void;
	/** The map begins to move. */
	began?: () => void;
	/** A double tap beside all cities. */
	home: () => void;
}

export class Steering {
	camera: Camera = { x: 0, y: 0, s: 1 };
	view: Size = { width: 0, height: 0 };
	/** How much of the window buttons cover, at its right. */
	covered = 0;
	/** Whether somebody has zoomed or moved the map. Until then a window that grows may show all of it. */
	byHand = false;

	private pointers = new Map<number, Point>();
	private start: { at: Point; kind: string } | null = null;
	private dragging = false;
	/** Where the window is on the page, measured when a gesture begins: to ask in each frame would cost it. */
	private box = { left: 0, top: 0 };
	private frame = 0;
	private timer: ReturnType<typeof setTimeout> | undefined;
	/** Where one looked before a visit. */
	private left: Camera | null = null;
	private tapped = { at: 0, x: 0, y: 0 };

	constructor(
		private window: HTMLElement,
		private layer: HTMLElement,
		private map: Size,
		private crew: Crew,
	) {}

	/** Whether all of the map is in sight. */
	get whole(): boolean {
		return this.camera.s <= wholeScale(this.view, this.map) * 1.001;
	}

	/** The part of the window that nothing covers. */
	get free(): Size {
		return { ...this.view, width: this.view.width - this.covered };
	}

	/** Begins to listen; the result stops it. */
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
		// A drag that ends over a city has not chosen it.
		on('click', (e) => this.dragging && e.stopPropagation(), { capture: true });
		return () => {
			stop.abort();
			clearTimeout(this.timer);
			cancelAnimationFrame(this.frame);
		};
	}

	/** Looks somewhere, gliding there unless it should be at once. */
	look(to: Camera, atOnce = false): void {
		this.camera = keep(to, this.view, this.map);
		clearTimeout(this.timer);
		if (atOnce) {
			this.write();
			this.settle();
			return;
		}
		this.layer.classList.add('gliding');
		this.crew.began?.();
		this.write();
		this.timer = setTimeout(() => this.settle(), glide);
	}

	/** Zooms around the middle. */
	zoom(by: number): void {
		this.byHand = true;
		this.look(zoomed(this.camera, [this.view.width / 2, this.view.height / 2], by));
	}

	/** Moves the window over the map. */
	pan(dx: number, dy: number): void {
		this.byHand = true;
		this.look({ ...this.camera, x: this.camera.x - dx, y: this.camera.y - dy });
	}

	/** Brings a point of the map in sight. */
	reveal(point: { x: number; y: number }, margin = 80): void {
		const to = keep(showing(this.camera, point, this.free, margin), this.view, this.map);
		if (Math.hypot(to.x - this.camera.x, to.y - this.camera.y) > 1) this.look(to);
	}

	/** Goes along with a point that has moved. */
	follow(point: { x: number; y: number }): void {
		const to = following(this.camera, point, this.free);
		if (!this.whole && to !== this.camera) this.look(to);
	}

	/** Looks at a point for a while; back() then returns, unless somebody has moved the map since. */
	visit(point: { x: number; y: number }): void {
		if (this.whole && !this.left) return;
		this.left ??= this.camera;
		this.reveal(point, 100);
	}

	/** The same for several points, which may lie far apart. */
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

	/** Where a point of the map is on the page. */
	onPage({ x, y }: { x: number; y: number }): Point {
		const box = this.window.getBoundingClientRect();
		return [box.left + this.camera.x + x * this.camera.s, box.top + this.camera.y + y * this.camera.s];
	}

	/** The place nearest to a point of the page, as far as a finger means it. */
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
			// The click of this drag comes now; the next one is a real one.
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
		if (!this.layer.classList.contains('moving')) this.measure();
		const unit = e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? this.view.height : 1;
		const [dx, dy] = e.shiftKey && e.deltaX === 0 ? [e.deltaY * unit, 0] : [e.deltaX * unit, e.deltaY * unit];
		if (!e.ctrlKey && Math.abs(dx) > Math.abs(dy)) {
			this.change({ ...this.camera, x: this.camera.x - dx });
		} else {
			// A pinch on a trackpad comes as a wheel with Ctrl, in small steps.
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

	/** Changes the camera in the next frame. */
	private change(to: Camera): void {
		this.byHand = true;
		this.camera = keep(to, this.view, this.map);
		this.left = null;
		clearTimeout(this.timer);
		this.layer.classList.remove('gliding');
		if (!this.layer.classList.contains('moving')) {
			this.layer.classList.add('moving');
			this.crew.began?.();
		}
		this.frame ||= requestAnimationFrame(() => this.write());
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
		this.layer.classList.remove('moving', 'gliding');
		this.crew.rested(this.camera);
	}
}
