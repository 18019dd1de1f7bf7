// Counts frames in a page, and reads their costs from a trace.

/** Counts frames for some time. The function runs in the page. */
export function frames(ms: number): Promise<{ fps: number; p95: number }> {
	return new Promise((done) => {
		const gaps: number[] = [];
		const start = performance.now();
		let before = start;
		const next = (now: number) => {
			gaps.push(now - before);
			before = now;
			if (now - start < ms) requestAnimationFrame(next);
			else {
				gaps.sort((a, b) => a - b);
				done({ fps: (gaps.length * 1000) / (now - start), p95: gaps[Math.floor(gaps.length * 0.95)] ?? 0 });
			}
		};
		requestAnimationFrame(next);
	});
}

/** The work of drawing one frame, in milliseconds of CPU time. */
export interface Drawn {
	/** Script, style, layout and paint on the page's main thread. */
	main: number;
	main95: number;
	/** Rasterization, summed over all threads. */
	raster: number;
}

interface TraceEvent {
	name: string;
	ph: string;
	ts: number;
	dur?: number;
	/** The CPU time that the event took on its own thread. */
	tdur?: number;
	pid: number;
	tid: number;
}

/** Reads from a trace how much work the page does per frame. It counts CPU time, not elapsed time. */
export function readTrace(trace: Buffer): Drawn {
	const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
	const fired = traceEvents
		.filter((e) => e.name === 'FireAnimationFrame' && e.ph === 'X')
		.sort((a, b) => a.ts - b.ts);
	const thread = fired[0];
	if (!thread) throw new Error('no frame in the trace');
	const work = [
		'TimerFire',
		'FireAnimationFrame',
		'EventDispatch',
		'UpdateLayoutTree',
		'Layout',
		'PrePaint',
		'Paint',
		'Layerize',
		'Commit',
	];
	const own = traceEvents.filter(
		(e) => e.pid === thread.pid && e.tid === thread.tid && e.ph === 'X' && work.includes(e.name),
	);
	const costs = fired.slice(1).map((frame, i) => {
		const from = fired[i]?.ts ?? 0;
		return (
			own.filter((e) => e.ts >= from && e.ts < frame.ts).reduce((sum, e) => sum + (e.tdur ?? e.dur ?? 0), 0) /
			1000
		);
	});
	costs.sort((a, b) => a - b);
	const raster = traceEvents.filter((e) => e.name === 'RasterTask' && e.ph === 'X');
	return {
		main: costs.reduce((a, b) => a + b, 0) / Math.max(costs.length, 1),
		main95: costs[Math.floor(costs.length * 0.95)] ?? 0,
		raster: raster.reduce((sum, e) => sum + (e.tdur ?? e.dur ?? 0), 0) / 1000 / Math.max(fired.length, 1),
	};
}
