import type { Point } from './project.ts';

/** A city: its true place, where it stands, and where it is being pushed. */
type Body = { home: Point; at: Point; push: Point };

export type Frame = { left: number; top: number; right: number; bottom: number };

/** Cities keep this far apart: more from side to side, for names are wide. */
const APART: Point = [86, 78];
/** How strongly a city is drawn to its true place, and two near cities to their true direction. */
const HOME = 0.01;
const AWAY = 0.4;
const BEARING = 0.015;
/** Two cities are near when this close on the true map. */
const NEAR = 260;
const ROUNDS = 6000;

/**
 * relax pushes crowded cities apart. Near cities keep the direction in which one sees the other, and every
 * city stays as close to its true place, and inside the frame, as that allows.
 */
export function relax(homes: Point[], frame: Frame): Point[] {
	const bodies = homes.map((home): Body => ({ home, at: [...home], push: [0, 0] }));
	const couples = pairs(bodies);
	for (let round = 0; round < ROUNDS; round++) {
		for (const { home, at, push } of bodies) {
			push[0] = (home[0] - at[0]) * HOME;
			push[1] = (home[1] - at[1]) * HOME;
		}
		for (const [a, b] of couples) {
			const [fx, fy] = force(a, b);
			a.push[0] -= fx;
			a.push[1] -= fy;
			b.push[0] += fx;
			b.push[1] += fy;
		}
		for (const { at, push } of bodies) {
			at[0] = Math.min(frame.right, Math.max(frame.left, at[0] + push[0]));
			at[1] = Math.min(frame.bottom, Math.max(frame.top, at[1] + push[1]));
		}
	}
	return bodies.map(({ at }) => at);
}

/** force gives how one city pushes another: away when crowded, and back to its true direction when near. */
function force(a: Body, b: Body): Point {
	const dx = b.at[0] - a.at[0];
	const dy = b.at[1] - a.at[1];
	const gap = Math.hypot(dx / APART[0], dy / APART[1]) || 1e-3;
	const away = gap < 1 ? (AWAY * (1 - gap)) / gap : 0;
	const hx = b.home[0] - a.home[0];
	const hy = b.home[1] - a.home[1];
	const far = Math.hypot(hx, hy);
	if (far > NEAR) return [dx * away, dy * away];
	const ratio = Math.hypot(dx, dy) / far;
	const turn = BEARING * (1 - far / NEAR);
	return [dx * away + (hx * ratio - dx) * turn, dy * away + (hy * ratio - dy) * turn];
}

/** pairs gives every two of some items, once. */
export const pairs = <T>(items: readonly T[]): [T, T][] =>
	items.flatMap((a, i) => items.slice(i + 1).map((b): [T, T] => [a, b]));
