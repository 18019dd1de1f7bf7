// Figures that were promised. Each has a mark, and some have a limit beyond which a test
// fails. What is counted exactly fails at its mark. A time on this machine is only told;
// what can fail is its ratio to a yardstick that was measured beside it. All of them go
// into figures.json among the results, and into a table at the end of a run.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { FullConfig, Reporter } from '@playwright/test/reporter';

export interface Figure {
	what: string;
	unit: string;
	value: number;
	/** Everything that was measured, where the value is the best or the worst of it. */
	all?: number[];
	/** Which way is good; what has no mark is only told. */
	mark?: { most: number; fails?: number } | { least: number; fails?: number };
}

/** What a browser on this machine takes to draw 20,000 shapes on an empty page, in milliseconds. It runs in the page. */
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
	svg.lastElementChild?.getBoundingClientRect(); // styles and boxes, not only nodes
	return performance.now() - began;
}

type Verdict = 'kept' | 'missed' | 'failed' | '';

/** How a figure stands to its mark; one in a hundred is within what can be measured. */
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
		return []; // nothing was measured yet
	}
}

/** Keeps figures, and fails the test whose figure is beyond its limit. */
export function report(...figures: Figure[]): void {
	const folder = test.info().project.outputDir;
	const judged = figures.map((f) => ({ ...f, verdict: verdict(f) }));
	const before = read(folder).filter((f) => !figures.some(({ what }) => what === f.what));
	mkdirSync(folder, { recursive: true });
	writeFileSync(fileIn(folder), `${JSON.stringify([...before, ...judged], null, '\t')}\n`);
	for (const f of judged)
		expect.soft(f.verdict, `${f.what}: ${f.value} ${f.unit}, limit ${f.mark?.fails}`).not.toBe('failed');
}

/** Prints the table when everything is over. */
export default class Table implements Reporter {
	private folder = '';

	printsToStdio(): boolean {
		return false; // another reporter tells how the tests went
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
