// Deals a known game: a server seals the secret of each shuffle when a table is made, so the table is made, and the server
// moved with another secret in its place. Nobody can do that from outside; it takes the operator's backup.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Server } from './server.ts';

const run = promisify(execFile);
const sha256 = (...parts: (string | Buffer)[]) => {
	const hash = createHash('sha256');
	for (const part of parts) hash.update(part);
	return hash.digest('hex');
};

interface Line {
	d: string;
}

/** Puts a secret in the place of that of a table which has not begun. The people at it add nothing to the shuffle. */
export async function deal(server: Server, table: string, secret: string): Promise<void> {
	await server.move(async (backup) => {
		const folder = await mkdtemp(join(tmpdir(), 'theriac-'));
		await run('tar', ['xzf', backup, '-C', folder]);
		const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
		const chunks = (await readdir(join(folder, 'SHELF'))).map((name) => `SHELF/${name}`).sort();
		const texts: string[] = [];
		let dealt = 0;
		for (const chunk of chunks) {
			const lines = (await readFile(join(folder, chunk), 'utf8')).trimEnd().split('\n');
			const changed = lines.map((text) => {
				const line: Line = JSON.parse(text);
				const kept = recordOf(line.d);
				if (kept?.id !== table || kept.secret === undefined) return text;
				dealt++;
				const salt = String(kept.salt);
				const bytes = [Buffer.from(secret, 'hex'), Buffer.from(salt, 'hex')];
				const record = { ...kept, secret, commitment: sha256('theriac seed\n', ...bytes) };
				return JSON.stringify({ ...line, d: Buffer.from(JSON.stringify(record)).toString('base64') });
			});
			texts.push(`${changed.join('\n')}\n`);
			await writeFile(join(folder, chunk), texts.at(-1) ?? '');
		}
		if (dealt === 0) throw new Error(`no table ${table} in the backup`);
		manifest.streams.SHELF.sha256 = sha256(...texts);
		await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
		await run('tar', ['czf', backup, '-C', folder, ...chunks, 'manifest.json']);
		await rm(folder, { recursive: true });
	});
}

/** What is kept under a name, where that is an object. */
function recordOf(data: string): Record<string, unknown> | undefined {
	try {
		const kept = JSON.parse(Buffer.from(data, 'base64').toString());
		return kept && typeof kept === 'object' ? kept : undefined;
	} catch {
		return undefined;
	}
}
