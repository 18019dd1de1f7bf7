// Makes a page that shows all screenshots side by side.

import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../screenshots');

export default async function contact(): Promise<void> {
	const files = (await readdir(folder).catch(() => [])).filter((f) => f.endsWith('.png')).sort();
	const scenes = Map.groupBy(files, (f) => f.split('.')[0] ?? '');
	const sections = [...scenes].map(([scene, of]) => {
		const pictures = of.map((f) => `<a href="${f}"><img src="${f}" alt="${f}" loading="lazy"></a>`).join('');
		return `<h2 id="${scene}">${scene}</h2><div>${pictures}</div>`;
	});
	const style = 'body{font:14px sans-serif;background:#777}img{height:260px;margin:4px}a{color:inherit}';
	const list = [...scenes.keys()].map((s) => `<a href="#${s}">${s}</a>`).join(' · ');
	const page = `<!doctype html><meta charset="utf-8"><title>Screenshots</title><style>${style}</style><p>${list}</p>`;
	await writeFile(join(folder, 'index.html'), page + sections.join('\n'));
}
