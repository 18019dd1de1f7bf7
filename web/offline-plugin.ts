// Puts the tables that need no server into the client: one WebAssembly file a game, as scripts/offline.sh builds them.
// They are stored packed alone. A small file is worth most in a release, and packing one that well takes half a minute:
// everyday builds pack quickly, and what was packed once is not packed again.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const folder = join(import.meta.dirname, 'offline');
const packed = join(import.meta.dirname, '../.cache/packed');

const release = Boolean(process.env.RELEASE);
const quality = release ? constants.BROTLI_MAX_QUALITY : 5;
const forms: { suffix: string; name: string; pack: (body: Buffer) => Buffer }[] = [
	{
		suffix: '.br',
		name: `br${quality}`,
		pack: (body) =>
			brotliCompressSync(body, {
				params: {
					[constants.BROTLI_PARAM_QUALITY]: quality,
					[constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
				},
			}),
	},
	{ suffix: '.gz', name: `gz${release ? 9 : 6}`, pack: (body) => gzipSync(body, { level: release ? 9 : 6 }) },
];

interface Build {
	game: string;
	/** Where the server has it. */
	path: string;
	body: Buffer;
	hash: string;
}

function builds(): Build[] {
	const names = readdirSync(folder, { encoding: 'utf8' }).filter((file) => file.endsWith('.wasm'));
	return names.sort().map((file) => {
		const body = readFileSync(join(folder, file));
		const hash = createHash('sha256').update(body).digest('hex');
		const game = file.slice(0, -'.wasm'.length);
		return { game, path: `/assets/${game}-${hash.slice(0, 12)}.wasm`, body, hash };
	});
}

/** The addresses of the games' files, by game. */
export function addresses(): Record<string, string> {
	return Object.fromEntries(builds().map(({ game, path }) => [game, path]));
}

/** A file in one form, from what was packed before where it was. */
function form({ hash, body }: Build, name: string, pack: (body: Buffer) => Buffer): Buffer {
	const file = join(packed, `${hash}.${name}`);
	try {
		return readFileSync(file);
	} catch {
		const made = pack(body);
		mkdirSync(packed, { recursive: true });
		// Another build may be reading: it sees all of it or nothing.
		writeFileSync(`${file}.${process.pid}`, made);
		renameSync(`${file}.${process.pid}`, file);
		return made;
	}
}

/**
 * `import games from 'offline:games'` is where the games' files are, and `import 'offline:exec'` what Go brings to run
 * one.
 */
export function offline(): Plugin {
	let building = false;
	return {
		name: 'offline',
		configResolved(config) {
			building = config.command === 'build' && !config.isWorker;
		},
		resolveId: (id) => (/^offline:(games|exec)$/.test(id) ? `\0${id}` : null),
		load(id) {
			if (id === '\0offline:exec') return readFileSync(join(folder, 'exec.js'), 'utf8');
			if (id !== '\0offline:games') return null;
			try {
				return `export default ${JSON.stringify(addresses())}`;
			} catch {
				throw new Error('there are no games in web/offline: run scripts/offline.sh first, as make web does');
			}
		},
		generateBundle() {
			if (!building) return;
			for (const build of builds())
				for (const { suffix, name, pack } of forms)
					this.emitFile({
						type: 'asset',
						fileName: build.path.slice(1) + suffix,
						source: form(build, name, pack),
					});
		},
		configureServer(server) {
			server.middlewares.use((request, response, next) => {
				const build = builds().find(({ path }) => path === request.url);
				if (!build) return next();
				response.setHeader('Content-Type', 'application/wasm');
				response.end(build.body);
			});
		},
	};
}
