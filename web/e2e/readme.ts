// Takes the pictures of the README, each of a scene in one look: `npm run pictures`.

import { join } from 'node:path';
import { sizes } from './browser.ts';
import { asked } from './iberia-positions.ts';
import { iberia } from './iberia-scenes.ts';
import { laboratory } from './lab-positions.ts';
import { learning } from './learn-scenes.ts';
import type { Wanted } from './positions.ts';
import { at, type Scene, scenes } from './scenes.ts';
import { ready } from './seen.ts';
import { test } from './test.ts';
import { enter, type Look, visit, wear } from './visit.ts';
import { said } from './words.ts';

const folder = join(import.meta.dirname, '../../docs/screenshots');
const dark: Look = { lang: 'en', theme: 'dark' };
const light: Look = { lang: 'en', theme: 'light' };
const french: Look = { lang: 'fr', theme: 'light' };

const named = (name: string): Scene => {
	const found = [...scenes, ...iberia, ...learning].find((scene) => scene.name === name);
	if (!found) throw new Error(`no scene is called ${name}`);
	return found;
};
const middle = (wanted: Wanted): Scene => ({ name: 'middle', way: at(wanted), act: ready });
const teams: Wanted = {
	wish: { settings: { box: 'lab', mode: 'teams', players: '4', epidemics: '4' } },
	until: (u) => u.made > 40 && u.question.step === 'action',
};

/** By the name of its file; what stands on a phone is taken larger. */
const pictures: Record<string, { scene: Scene; look: Look; phone?: boolean }> = {
	table: { scene: named('table'), look: dark },
	fr: { scene: named('table'), look: french },
	city: { scene: named('city'), look: light },
	risk: { scene: named('risk'), look: dark },
	event: { scene: named('question-window'), look: light },
	replay: { scene: named('replay-move'), look: dark },
	end: { scene: named('over'), look: light },
	lab: { scene: middle(laboratory['lab-work']), look: dark },
	teams: { scene: middle(teams), look: light },
	iberia: { scene: named('iberia-table'), look: light },
	'iberia-patients': { scene: middle(asked.walk), look: dark },
	landing: { scene: named('landing'), look: light },
	lesson: { scene: named('lesson-world'), look: light },
	puzzle: { scene: named('puzzle-rivals'), look: dark },
	new: { scene: named('new'), look: dark },
	lobby: { scene: named('lobby'), look: light },
	phone: { scene: named('table'), look: dark, phone: true },
	'phone-fr': { scene: named('table'), look: french, phone: true },
};

for (const [name, { scene, look, phone }] of Object.entries(pictures))
	test(name, async ({ browser, server }) => {
		const page = await enter(browser, server, phone ? 'phone' : 'desktop', phone ? 1.5 : 1);
		await visit(page, server, scene, phone ? 'phone' : 'desktop');
		const hint = page.getByRole('button', { name: said('web.hint.read') });
		if (await hint.isVisible()) await hint.click();
		await wear(page, look);
		await page.waitForTimeout(1000);
		const path = join(folder, `${name}.jpg`);
		await page.screenshot({
			path,
			type: 'jpeg',
			quality: 84,
			clip: { x: 0, y: 0, ...sizes[phone ? 'phone' : 'desktop'] },
		});
		await page.context().close();
	});
