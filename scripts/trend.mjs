// Compares tonight's figures with those of earlier nights. It reads the figures that .ci/nightly left
// in .cache/figures and those of the browsers, adds them to .cache/trend.jsonl, and prints
// a table with the median of the last fourteen nights. It fails nothing.

import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = '.cache/figures';
const history = '.cache/trend.jsonl';
const nights = 14;

// The reported figures of each run of a server: name, unit, and their place in the run's JSON.
const told = {
	players: [
		['moves', 'a second', (r) => r.moves_per_second],
		['moves to bare appends', '', (r) => r.ratio],
		['move, p99', 'ms', (r) => r.p99_ms],
		['processor time of a move', 'µs', (r) => r.server_cpu_us_per_move],
	],
	hooks: [['webhook next to silent ones, p99', 'ms', (r) => r.with_silent.p99_ms]],
	worst: [
		['GET /api/me under the worst guest, p95', 'ms', (r) => r.attack.me_p95_ms],
		['move under the worst guest, p95', 'ms', (r) => r.attack.move_p95_ms],
	],
	daily: [['deal of the day, p99', 'ms', (r) => r.p99_ms]],
};

const read = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8').trim() || 'null') : null);
const figures = [read(join(folder, 'rules.json')) ?? []].flat();
for (const [name, fields] of Object.entries(told)) {
	const run = read(join(folder, `${name}.json`));
	for (const [what, unit, value] of run ? fields : []) figures.push({ what, unit, value: value(run) });
}
if (existsSync('web/test-results'))
	for (const path of readdirSync('web/test-results', { recursive: true }))
		if (path.endsWith('figures.json')) figures.push(...read(join('web/test-results', path)));

const before = existsSync(history)
	? readFileSync(history, 'utf8').trim().split('\n').filter(Boolean).map((line) => JSON.parse(line)).slice(-nights)
	: [];
const short = (n) => (Number.isFinite(n) ? String(Number(n.toPrecision(3))) : '–');
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const rows = figures.map(({ what, unit, value, mark }) => {
	const usual = median(before.map((night) => night.values[what]).filter(Number.isFinite));
	const promised = mark && ('most' in mark ? `≤ ${mark.most}` : `≥ ${mark.least}`);
	const change = usual ? `${value >= usual ? '+' : ''}${Math.round((100 * value) / usual - 100)} %` : '';
	return [what, short(value), unit, promised ?? '', short(usual), change];
});
const table = [['figure', 'tonight', 'unit', 'mark', `median of ${before.length}`, 'change'], ...rows];
const widths = table[0].map((_, i) => Math.max(...table.map((row) => row[i].length)));
console.log(table.map((row) => row.map((cell, i) => cell.padEnd(widths[i])).join('  ').trimEnd()).join('\n'));

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const values = Object.fromEntries(figures.map(({ what, value }) => [what, value]));
appendFileSync(history, `${JSON.stringify({ day: new Date().toISOString().slice(0, 10), commit, values })}\n`);
