// Collects what tests measure. Most figures have a target; some also have a limit beyond which the test
// fails. An exact count must meet its target. A time depends on the machine, so it is only reported; a test
// can fail because of its ratio to a reference time measured alongside. All figures are written to
// figures.json, and a table is printed at the end of a run.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { FullConfig, Reporter } from '@playwright/test/reporter';

export interface Figure {
	what: string;
	unit: string;
	value: number;
	/** All measured values, if `value` is the best or worst of several. */
	all?: number[];
	/**
	 * The target, as a maximum or a minimum, and the limit at which the test fails. A figure without a target
	 * is only reported.
	 */
	mark?: { most: number; fails?: number } | { least: number; fails?: number };
}

/**
 * Returns how many milliseconds a browser on this machine takes to draw 20,000 shapes on an empty page. The
 * function runs in the page.
 */
export function yardstick(): number {
	const began = performance.now();
	const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
	for (let n = 0; n < 20_000; n++) {
		const shape = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
		shape.setAttribute('cx', String(n % 50));
		shape.setAttribute('r', '5');
		svg.append(shape);
	}
	document.body.append(svg);
	svg.lastElementChild?.getBoundingClientRect(); // forces the browser to compute styles and layout
	return performance.now() - began;
}

type Verdict = 'kept' | 'missed' | 'failed' | '';

/** Compares a figure with its target. Missing it by one per cent is within the error of measurement. */
export function verdict({ value, mark }: Figure): Verdict {
	if (!mark) return '';
	const sign = 'most' in mark ? 1 : -1;
	const promised = 'most' in mark ? mark.most : mark.least;
	if (mark.fails !== undefined && sign * value > sign * mark.fails) return 'failed';
	return sign * value > sign * promised + promised / 100 ? 'missed' : 'kept';
}

const fileIn = (folder: string) => join(folder, 'figures.json');

function read(folder: string): Figure[] {
	try {
		return JSON.parse(readFileSync(fileIn(folder), 'utf8'));
	} catch {
		return []; // without the file, nothing has been measured yet
	}
}

/** Stores figures, and fails the test if a figure exceeds its limit. */
export function report(...figures: Figure[]): void {
	const folder = test.info().project.outputDir;
	const judged = figures.map((f) => ({ ...f, verdict: verdict(f) }));
	const before = read(folder).filter((f) => !figures.some(({ what }) => what === f.what));
	mkdirSync(folder, { recursive: true });
	writeFileSync(fileIn(folder), `${JSON.stringify([...before, ...judged], null, '\t')}\n`);
	for (const f of judged)
		expect.soft(f.verdict, `${f.what}: ${f.value} ${f.unit}, limit ${f.mark?.fails}`).not.toBe('failed');
}

/** Prints the table of figures at the end of a run. */
export default class Table implements Reporter {
	private folder = '';

	printsToStdio(): boolean {
		return false; // another reporter prints the test results
	}

	onBegin(config: FullConfig): void {
		this.folder = config.projects[0]?.outputDir ?? '';
	}

	onEnd(): void {
		const figures = read(this.folder);
		if (figures.length === 0) return;
		const short = (n: number) => String(Number(n < 1 ? n.toPrecision(2) : n.toFixed(1)));
		const rows = figures.map((f) => {
			const { mark } = f;
			const promised = mark ? ('most' in mark ? `≤ ${mark.most}` : `≥ ${mark.least}`) : '';
			return [f.what, `${short(f.value)} ${f.unit}`, promised, verdict(f), f.all?.map(short).join(' ') ?? ''];
		});
		const table = [['figure', 'measured', 'mark', 'verdict', 'all'], ...rows];
		const widths = table[0]?.map((_, i) => Math.max(...table.map((row) => row[i]?.length ?? 0))) ?? [];
		console.log(`\n${table.map((row) => row.map((c, i) => c.padEnd(widths[i] ?? 0)).join('  ')).join('\n')}`);
	}
}
