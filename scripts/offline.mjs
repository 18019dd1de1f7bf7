// Plays the games of a plan with the browser's build, under Node, like a worker of the web client:
// node scripts/offline.mjs GAME WASM WASM_EXEC <plan. It prints what internal/offline/trace prints.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [game, wasm, exec] = process.argv.slice(2);
const plans = JSON.parse(readFileSync(0, 'utf8')).filter((plan) => plan.game === game);
// biome-ignore lint/security/noGlobalEval: Go's own file is not a module
(0, eval)(readFileSync(exec, 'utf8'));

let drawn = 0;
globalThis.theriacRandom = () => [++drawn, Number((BigInt(drawn) * 2654435761n) % 4294967296n)];
const ready = new Promise((done) => {
	globalThis.theriacReady = done;
});
const go = new globalThis.Go();
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), go.importObject);
void go.run(instance);
await ready;

const lines = [];
function ask(...args) {
	const { said, fresh, refused } = globalThis.theriac(...args);
	if (refused) throw new Error(JSON.stringify(refused));
	for (const entry of fresh) kept.push(entry);
	lines.push(...fresh);
	return said;
}
let kept = [];
const key = (first, second = 0) => first.toString(16).padStart(2, '0') + second.toString(16).padStart(2, '0').padEnd(62, '0');

for (const { settings, bots, entries, seed } of plans) {
	drawn = 0;
	kept = [];
	let now = 1_000_000;
	ask('begin', 'trace', settings, key(seed), key(1, seed), bots, now);
	for (;;) {
		// Half-way a game continues from its stored entries, as after a reload.
		if (kept.length === Math.floor(entries / 2) && bots.length === 0) ask('resume', 'trace', [...kept], bots);
		const n = kept.length - 1;
		const { over, person } = JSON.parse(ask('about'));
		if (n >= entries || over) {
			lines.push(`${game} ${n} ${over} ${ask('hash')}`);
			break;
		}
		now += 1000;
		const text = ask('update', n - 1);
		lines.push(createHash('sha256').update(text).digest('hex'));
		const { moved, reason } = JSON.parse(ask('play', now, 0));
		if (moved) {
			if (reason) lines.push(`because ${reason.entry} ${reason.key} [${reason.args.map((a) => `[${a.join(' ')}]`).join(' ')}]`);
			continue;
		}
		const { moves, question } = JSON.parse(text);
		const owing = [...(question.all ?? []), ...(question.any ?? [])];
		const own = moves.find((m) => person.includes(m.seat) && owing.includes(m.seat) && m.list.length > 0);
		ask('moves', `p${n}`, now, own.seat, question.id, own.list[(n * 7919) % own.list.length]);
	}
}
console.log(lines.join('\n'));
process.exit(0);
