// Writes the client of the API from its document, and with --check says whether it is as it would be written.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const target = 'src/gen/api';
const check = process.argv.includes('--check');

/** Every file below a folder, with its text. */
function texts(folder: string): Map<string, string> {
	const names = readdirSync(folder, { recursive: true, withFileTypes: true });
	const files = names.filter((f) => f.isFile()).map((f) => join(f.parentPath, f.name));
	return new Map(files.sort().map((f) => [f.slice(folder.length), readFileSync(f, 'utf8')]));
}

const made = mkdtempSync(join(tmpdir(), 'api-'));
try {
	execFileSync('openapi-ts', ['--output', made, '--silent'], { stdio: 'inherit' });
	// The generator's own way of asking is left out: src/api/client.ts does what is needed of it.
	for (const part of ['client', 'core', 'client.gen.ts']) rmSync(join(made, part), { recursive: true });
	// Nobody brings another, or headers: it knows what a body is.
	for (const [name, text] of texts(made))
		writeFileSync(
			made + name,
			text
				.replace(/(?<=from ')\.\/client(\.gen)?(?=')/g, '../../api/client.ts')
				.replace(/\(options\??\.client \?\? client\)/g, 'client')
				.replace(
					/,\s*headers: \{\s*'Content-Type': 'application\/json',\s*\.\.\.options\??\.headers\s*\}/g,
					'',
				),
		);
	if (check) {
		const [was, is] = [texts(target), texts(made)];
		const stale = [...is].some(([name, text]) => was.get(name) !== text) || was.size !== is.size;
		if (stale) {
			console.error(`${target} is not what the document says: run npm run gen`);
			process.exitCode = 1;
		}
	} else {
		rmSync(target, { recursive: true, force: true });
		cpSync(made, target, { recursive: true });
	}
} finally {
	rmSync(made, { recursive: true, force: true });
}
