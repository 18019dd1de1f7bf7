// Adds to the client what tables without a server need: one WebAssembly file per game, built by
// scripts/offline.sh. The build keeps only compressed files. The best compression takes half a minute, so
// only releases use it; other builds compress quickly and reuse earlier results.

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
	/** The file's path on the server. */
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

/** Returns the URL of each game's file, by game. */
export function addresses(): Record<string, string> {
	return Object.fromEntries(builds().map(({ game, path }) => [game, path]));
}

/** Returns a file in one compressed form, from an earlier build if possible. */
function form({ hash, body }: Build, name: string, pack: (body: Buffer) => Buffer): Buffer {
	const file = join(packed, `${hash}.${name}`);
	try {
		return readFileSync(file);
	} catch {
		const made = pack(body);
		mkdirSync(packed, { recursive: true });
		// Another build may be reading the file, so it is replaced by an atomic rename.
		writeFileSync(`${file}.${process.pid}`, made);
		renameSync(`${file}.${process.pid}`, file);
		return made;
	}
}

/**
 * `import games from 'offline:games'` provides the URLs of the games' files, and `import 'offline:exec'`
 * loads Go's loader for them.
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
