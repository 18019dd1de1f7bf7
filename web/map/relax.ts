import type { Box, Point } from './project.ts';
import type { Room } from './sheet.ts';
import { item } from './sure.ts';

/** A city during the relaxation: its true position, its current one, and its velocity. */
type Body = { home: Point; at: Point; push: Point };

/** The forces that pull a city to its true position, and two neighbours to their true direction. */
const HOME = 0.01;
const AWAY = 0.4;
const BEARING = 0.015;
/** The force with which a city and a link between other cities repel each other. */
const ASIDE = 0.1;
const ROUNDS = 6000;

/**
 * relax pushes crowded cities apart. Otherwise neighbours keep their direction from each other as far as
 * possible, and every city stays close to its true position and inside the frame. `links` holds pairs of
 * city indexes; links keep their distance from other cities, too.
 */
export function relax(homes: Point[], frame: Box, room: Room, links: [number, number][] = []): Point[] {
	const bodies = homes.map((home): Body => ({ home, at: [...home], push: [0, 0] }));
	const couples = pairs(bodies);
	const ways = (room.clear > 0 ? links : []).map(([a, b]) => [item(bodies, a), item(bodies, b)] as const);
	for (let round = 0; round < ROUNDS; round++) {
		for (const { home, at, push } of bodies) {
			push[0] = (home[0] - at[0]) * HOME;
			push[1] = (home[1] - at[1]) * HOME;
		}
		for (const [a, b] of couples) {
			const [fx, fy] = force(a, b, room);
			a.push[0] -= fx;
			a.push[1] -= fy;
			b.push[0] += fx;
			b.push[1] += fy;
		}
		for (const [a, b] of ways) {
			for (const c of bodies) if (c !== a && c !== b) part(a, b, c, room.clear);
		}
		for (const { at, push } of bodies) {
			at[0] = Math.min(frame.right, Math.max(frame.left, at[0] + push[0]));
			at[1] = Math.min(frame.bottom, Math.max(frame.top, at[1] + push[1]));
		}
	}
	return bodies.map(({ at }) => at);
}

/**
 * force returns the push that city b gives city a: away if they are too close, and towards its true
 * direction if they are neighbours.
 */
function force(a: Body, b: Body, { apart, near }: Room): Point {
	const dx = b.at[0] - a.at[0];
	const dy = b.at[1] - a.at[1];
	const gap = Math.hypot(dx / apart[0], dy / apart[1]) || 1e-3;
	const away = gap < 1 ? (AWAY * (1 - gap)) / gap : 0;
	const hx = b.home[0] - a.home[0];
	const hy = b.home[1] - a.home[1];
	const far = Math.hypot(hx, hy);
	if (far > near) return [dx * away, dy * away];
	const ratio = Math.hypot(dx, dy) / far;
	const turn = BEARING * (1 - far / near);
	return [dx * away + (hx * ratio - dx) * turn, dy * away + (hy * ratio - dy) * turn];
}

/** part pushes a link and a city apart if they are too close. */
function part(a: Body, b: Body, c: Body, clear: number): void {
	const [dx, dy] = [b.at[0] - a.at[0], b.at[1] - a.at[1]];
	const [cx, cy] = [c.at[0] - a.at[0], c.at[1] - a.at[1]];
	const t = (cx * dx + cy * dy) / (dx * dx + dy * dy);
	if (t <= 0 || t >= 1) return;
	const [ox, oy] = [cx - t * dx, cy - t * dy];
	const off = Math.hypot(ox, oy) || 1e-3;
	if (off >= clear) return;
	const aside = (ASIDE * (clear - off)) / off;
	for (const [body, share] of [
		[c, 1],
		[a, t - 1],
		[b, -t],
	] as const) {
		body.push[0] += ox * aside * share;
		body.push[1] += oy * aside * share;
	}
}

/** pairs returns all pairs of the given items, each once. */
export const pairs = <T>(items: readonly T[]): [T, T][] =>
	items.flatMap((a, i) => items.slice(i + 1).map((b): [T, T] => [a, b]));
