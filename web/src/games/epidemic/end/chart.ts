// One chart over the moves of a game, drawn by uPlot on a canvas. Lines of diseases
// carry their marks, so that they can be told apart without colour.

import type { Attachment } from 'svelte/attachments';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type Disease, shapeOf } from '../../../ui/disease.ts';
import { byTurn, type Course } from './course.ts';

export interface Series {
	/** The token of its colour. */
	colour: string;
	values: number[];
	/** Drawn along its line, once a turn. */
	mark?: Disease;
	/** Stays where it is until it changes. */
	stepped?: boolean;
	dashed?: boolean;
}

interface Drawing {
	course: Course;
	series: Series[];
	height: number;
	/** Called with the move that is pointed at. */
	point: (at: number | null) => void;
}

/** Charts with this name point at the same move. */
const together = 'course';

/** Draws a chart in an element, as wide as it is, in the colours of the theme. */
export function chart(drawing: Drawing): Attachment<HTMLElement> {
	return (box) => {
		let plot: uPlot | null = null;
		const draw = () => {
			plot?.destroy();
			plot = box.clientWidth > 0 ? plotIn(box, drawing) : null;
		};
		const sizes = new ResizeObserver(() => {
			if (!plot) draw();
			else if (plot.width !== box.clientWidth)
				plot.setSize({ width: box.clientWidth, height: drawing.height });
		});
		sizes.observe(box);
		// The canvas has no tokens: in another theme it is drawn anew.
		const themes = new MutationObserver(draw);
		themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
		const dark = matchMedia('(prefers-color-scheme: dark)');
		dark.addEventListener('change', draw);
		return () => {
			sizes.disconnect();
			themes.disconnect();
			dark.removeEventListener('change', draw);
			plot?.destroy();
		};
	};
}

function plotIn(box: HTMLElement, { course, series, height, point }: Drawing): uPlot {
	const style = getComputedStyle(box);
	const token = (name: string) => style.getPropertyValue(name).trim();
	const font = `11px ${style.fontFamily}`;
	const places = [0, ...byTurn(course).map((row) => row.at)];
	const most = Math.max(4, ...series.flatMap((s) => s.values));
	const axis: uPlot.Axis = {
		stroke: token('--muted'),
		font,
		grid: { stroke: token('--line'), width: 1 },
		ticks: { show: false },
	};
	const options: uPlot.Options = {
		width: box.clientWidth,
		height,
		padding: [8, 10, 0, 0],
		legend: { show: false },
		cursor: { sync: { key: together }, y: false, drag: { x: false, y: false }, points: { size: 7 } },
		scales: { x: { time: false }, y: { range: [0, most] } },
		axes: [
			{
				...axis,
				grid: { show: false },
				size: 24,
				gap: 4,
				splits: () => thin(places.slice(0, -1)),
				values: (_, places) => places.map((at) => String(course.turn[at] ?? '')),
			},
			{ ...axis, size: 30, gap: 6, space: 28, incrs: [1, 2, 4, 5, 8, 10, 20] },
		],
		series: [
			{},
			...series.map(
				(s): uPlot.Series => ({
					stroke: token(s.colour),
					width: 2,
					dash: s.dashed ? [5, 4] : undefined,
					points: { show: false },
					paths: s.stepped ? uPlot.paths.stepped?.({ align: 1 }) : undefined,
				}),
			),
		],
		hooks: {
			draw: [
				(u) => {
					for (const s of series) if (s.mark) marks(u, s.values, s.mark, token(s.colour), places);
				},
			],
			setCursor: [(u) => point(u.cursor.idx ?? null)],
		},
	};
	return new uPlot(options, [course.at, ...series.map((s) => s.values)], box);
}

/** At most a dozen of the places, evenly. */
function thin(places: number[]): number[] {
	const every = Math.ceil(places.length / 12);
	return places.filter((_, i) => i % every === 0);
}

/** Draws the mark of a disease along its line. */
function marks(u: uPlot, values: number[], mark: Disease, colour: string, places: number[]): void {
	const { ctx } = u;
	const shape = new Path2D(shapeOf[mark]);
	const size = 0.5 * devicePixelRatio;
	ctx.save();
	ctx.fillStyle = colour;
	for (const at of places) {
		const x = u.valToPos(at, 'x', true);
		const y = u.valToPos(values[at] ?? 0, 'y', true);
		ctx.setTransform(size, 0, 0, size, x, y);
		ctx.fill(shape);
	}
	ctx.restore();
}
