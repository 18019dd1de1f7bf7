// Takes the README's pictures (`npm run pictures`), each of one scene in one language, theme and size. A
// file is rewritten only if its picture has changed.

import { join } from 'node:path';
import { sizes } from './browser.ts';
import { iberia } from './iberia-scenes.ts';
import { laboratory } from './lab-positions.ts';
import { learning } from './learn-scenes.ts';
import { type Asking, wantedOf } from './pharmacy-positions.ts';
import { ready as pharmacyReady } from './pharmacy-seen.ts';
import type { Wanted } from './positions.ts';
import { at, type Scene, scenes } from './scenes.ts';
import { ready } from './seen.ts';
import { test } from './test.ts';
import { enter, type Look, visit, wear } from './visit.ts';
import { keep } from './webp.ts';
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
const middle = (wanted: Wanted): Scene => ({ name: 'middle', start: at(wanted), act: ready });
const teams: Wanted = {
	wish: { settings: { box: 'lab', mode: 'teams', players: '4', epidemics: '4' } },
	until: (u) => u.made > 40 && u.question.step === 'action',
};

/** Returns the scene of a question of the pharmacy game, as the player who must answer sees it. */
const counter = (name: Asking): Scene => ({ name, start: at(wantedOf(name)), act: pharmacyReady });

/** The pictures by file name. Those on a phone are taken at a higher resolution. */
const pictures: Record<string, { scene: Scene; look: Look; phone?: boolean }> = {
	table: { scene: named('table'), look: dark },
	city: { scene: named('city'), look: light },
	risk: { scene: named('risk'), look: dark },
	replay: { scene: named('replay-move'), look: dark },
	end: { scene: named('over'), look: light },
	lab: { scene: middle(laboratory['lab-work']), look: dark },
	teams: { scene: middle(teams), look: light },
	iberia: { scene: named('iberia-table'), look: light },
	lesson: { scene: named('lesson-world'), look: light },
	puzzle: { scene: named('puzzle-rivals'), look: dark },
	lobby: { scene: named('lobby'), look: light },
	pharmacy: { scene: counter('answer'), look: light },
	phone: { scene: named('table'), look: dark, phone: true },
	'phone-fr': { scene: named('table'), look: french, phone: true },
	'pharmacy-phone': { scene: counter('answer'), look: dark, phone: true },
};

for (const [name, { scene, look, phone }] of Object.entries(pictures))
	test(name, async ({ browser, server }) => {
		const page = await enter(browser, server, phone ? 'phone' : 'desktop', phone ? 1.5 : 1);
		await visit(page, server, scene, phone ? 'phone' : 'desktop');
		const hint = page.getByRole('button', { name: said('web.hint.read') });
		if (await hint.isVisible()) await hint.click();
		await wear(page, look);
		await page.waitForTimeout(1000);
		const clip = { x: 0, y: 0, ...sizes[phone ? 'phone' : 'desktop'] };
		const png = await page.screenshot({ clip });
		const desk = await (await browser.newContext()).newPage();
		await keep(desk, join(folder, `${name}.webp`), png);
		await desk.context().close();
		await page.context().close();
	});
