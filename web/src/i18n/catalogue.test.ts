// Texts that nobody reads any more are dead weight in every language: each text of the
// client has to be asked for somewhere, by its key or by one that is put together.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { textsOf } from '../../languages.ts';
import { keysOf } from '../games/epidemic/interaction/keys.ts';
import { games } from '../games/games.ts';
import { game as iberia } from '../games/iberia/game.ts';
import { titles } from '../games/pharmacy/points/awards.ts';
import { gameOf, game as world } from '../games/world/game.ts';
import type { Option } from '../gen/api.ts';
import lists from '../gen/games.json';
import { steps as asks, piles, pills, risks } from '../gen/pharmacy.json';
import { roles } from '../gen/world.json';
import { box } from '../gen/world-more.json';
import { groupIDs } from '../pages/new/groups.ts';
import { presetsOf } from '../pages/new/presets.ts';

const en = textsOf('en');

const entries = await Promise.all(Object.values(games).map((game) => game?.entry()));
/** The map games; the laboratory and teams have an action of their own. */
const all = [
	iberia,
	world,
	await gameOf({ box: 'lab', lab: 'on' }),
	await gameOf({ box: 'lab', mode: 'teams' }),
];
const families = all.flatMap((game) => game.families);
const family = families.map((f) => f.id);
const ofRoles = all.flatMap((game) => game.box.verbsOf('role'));
const asked = ['end', 'undo'];
const begun = (lists as { name: string; options: Option[] }[]).flatMap(({ name, options }) => {
	const { large, more } = presetsOf(name, options);
	return [...large, ...more].map((way) => way.id);
});
/** What a move names, by its kind, and things that a move asks for by a name of their own. */
const picks = all.flatMap(({ box }) =>
	Object.entries(box.moves).flatMap(([word, kinds]) => [...kinds, ...kinds.map((_, at) => `${word}.${at}`)]),
);
const playable = Object.keys(games);
const steps = playable.flatMap((game) => ['1', '2', '3'].map((step) => `${game}.${step}`));
const rooms = [
	'banned',
	'broken',
	'closed',
	'down',
	'gone',
	'missing',
	'not-seated',
	'offline',
	'taken-down',
];

/** The keys that the code puts together, each with what can stand in its place. */
/** What puzzles ask. */
const puzzles = ['care', 'chain', 'cure', 'last', 'outbreak', 'points', 'relay', 'safe', 'survive', 'win'];

const composed: Record<string, readonly string[]> = {
	'web.*.title': ['giveup', 'stand', 'report', 'along', 'unlock'],
	'web.*.text': ['along', 'unlock'],
	'web.*.yes': ['giveup', 'stand', 'along', 'unlock'],
	'web.act.*': [...family, ...ofRoles],
	'web.act.count.*': families.map((f) => f.unit),
	'web.act.needs.*': family,
	'web.advice.idea.*': ['build', 'cure', 'move', 'share', 'treat'],
	'web.consent.*': [
		'bring',
		'correspondence',
		'dispatch',
		'fourth',
		'give',
		'post',
		'take',
		'telegraph',
		'to',
	],
	'web.keys.*': [...all.map(keysOf), ...entries.flatMap((entry) => entry?.keys ?? [])]
		.flatMap(({ actions, table }) => [...actions, ...table])
		.map((k) => k.deed),
	'web.lab.dish.*': ['sample-a', 'sample-b', 'centrifuge', 'separation', 'growth'],
	'web.link.*': ['closed', 'finished', 'playing'],
	'web.link.game.*': ['iberia', 'pharmacy', 'world'],
	'web.log.*': [
		'advised',
		'away',
		'back',
		'block',
		'clean',
		'dealt',
		'drew',
		'given-up',
		'repaired',
		'standing',
		'undone',
	],
	'web.log.*.*': [
		'answered.agree',
		'answered.refuse',
		'answered.withdraw',
		...asked.map((what) => `asked.${what}`),
	],
	'web.log.filter.*': ['all', 'cards', 'disease', 'mine', 'moves', 'points', 'risks'],
	'web.log.went.*': [
		'charter',
		'direct',
		'drive',
		'flight',
		'join',
		'pawns',
		'sailor',
		'ship',
		'shuttle',
		'train',
	],
	'web.act.here.*': ['build', 'build-hospital', 'fourth'],
	'web.bot.level.*': ['expert', 'novice', 'quick', 'steady'],
	'web.bots.pace.*': ['at-once', 'fast', 'normal', 'slow'],
	'web.duplicate.status.*': ['gathering', 'playing', 'finished', 'closed', 'taken-down'],
	'web.history.cause.*': ['best', 'cards', 'cubes', 'given-up', 'outbreaks', 'shared'],
	'web.history.company.*': ['alone', 'bots', 'people'],
	'web.landing.about.*': playable,
	'web.landing.bots.*': playable,
	'web.learn.of.*': playable,
	'web.landing.how.*.*': steps,
	'web.landing.how.*.*.text': steps,
	'web.landing.kind.*': playable,
	'web.landing.title.*': playable,
	'web.new.*': ['roles', 'diseases'],
	'web.new.*.chosen': ['roles', 'diseases'],
	'web.new.*.nth': ['diseases'],
	'web.new.*.random': ['roles', 'diseases'],
	'web.new.about.*': ['care', 'diagnosis', 'doctor', 'keeper', 'returns', 'supply'],
	'web.new.group.*': groupIDs,
	'web.new.preset.*': begun,
	'web.new.preset.*.hint': begun,
	'web.new.watch.*': ['delayed', 'hidden', 'nobody', 'open'],
	'web.notice.*': ['question', 'turn'],
	'web.pharmacy.ask.*': asks.filter((step) => step !== 'over'),
	'web.pharmacy.award.*': titles,
	'web.pharmacy.award.*.for': titles,
	'web.pharmacy.board.*': piles,
	'web.pharmacy.board.*.empty': piles,
	'web.pharmacy.cards.*': ['elsewhere', 'opened', 'own', 'seen'],
	'web.pharmacy.does.*': risks.map((risk) => risk.id),
	'web.pharmacy.pills.*': pills.map((pill) => pill.id),
	'web.pharmacy.round-end.*.*': ['injections', 'sickness', 'virus'].flatMap((how) => [
		`${how}.they`,
		`${how}.you`,
	]),
	'web.pick.*': picks,
	'web.pick.*.*': picks,
	'web.playback.**': ['outbreak', 'chain', 'chain.many'].flatMap((form) => [form, `${form}.alone`]),
	'web.proposal.**': [...asked, 'undo.named'].flatMap((what) => [what, `own-${what}`]),
	'web.puzzles.*': ['failed', 'open', 'solved'],
	'web.puzzles.ask.*': puzzles,
	'web.puzzles.kind.*': puzzles,
	'web.reach.*': ['back', 'delayed', 'down', 'gone', 'lost', 'offline'],
	'web.replay.moment.*': ['cure', 'end', 'epidemic', 'eradicated', 'incident', 'outbreak', 'overflow'],
	'web.result.*': ['given-up', 'lost', 'won'],
	'web.hello.*': [...[...roles, ...box.roles].map((role) => role.id), ...iberia.box.roles.keys()],
	'web.role.*': [...roles, ...box.roles].map((role) => role.id),
	'web.room.*': [...rooms, 'unknown-game'],
	'web.room.*.text': [...rooms, 'unknown-game'],
	'web.say.ask.*': asked,
	'web.share.*': ['give', 'take', 'ask'],
	'web.side.*': ['0', '1', '2'],
	'web.status.proposal.*': asked,
	'web.story.none.*': ['given-up', 'no-chances', 'rivals'],
	'web.teams.score.*': ['cure', 'eradication', 'first-cure', 'first-eradication', 'station'],
	'web.track.cure.*': ['cured', 'eradicated', 'none'],
	'web.watch.*': ['all', 'delayed', 'hidden', 'open'],
	'web.way.*': all.flatMap((game) => game.travel),
	'web.trait.*': ['cholera', 'malaria', 'typhus', 'yellow-fever'],
	'web.window.*': [
		'after-patients',
		'patients',
		'before-draw',
		'before-infection',
		'before-intensify',
		'cured',
		'draw',
		'end',
		'epidemics',
		'hand-limit',
		'infection',
	],
};

const source = new URL('..', import.meta.url).pathname;
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
	.filter((file) => /\.(ts|svelte)$/.test(file) && !/\.test\.ts$|^gen\//.test(file))
	.map((file) => readFileSync(join(source, file), 'utf8'))
	.join('\n');
const written = new Set(code.match(/(?<=['"`])web\.[\w.-]+(?=['"`])/g));
const put = new Set(
	Object.entries(composed).flatMap(([shape, names]) =>
		names.map((name) => shape.replace(/\*[*.]*\*|\*/, name)),
	),
);

it('asks for every text of the client', () => {
	const dead = Object.keys(en).filter((key) => key.startsWith('web.') && !written.has(key) && !put.has(key));
	expect(dead).toEqual([]);
});

it('asks for no text that is not there', () => {
	expect([...written].filter((key) => !(key in en))).toEqual([]);
});

it('has words for every button of the action bar, and for why it cannot be pressed', () => {
	const named = family.filter((id) => id !== 'role'); // whose verbs have words of their own
	const keys = named.flatMap((id) => [`web.act.${id}`, `web.act.needs.${id}`]);
	expect(keys.filter((key) => !(key in en))).toEqual([]);
});

it('puts together no keys but those that are listed here', () => {
	const found = [...code.matchAll(/`(web\.[^`]*\$\{[^`]*)`/g)].map(([, key]) =>
		key?.replace(/\$\{[^}]*\}/g, '*'),
	);
	expect(new Set(found)).toEqual(new Set(Object.keys(composed)));
});
