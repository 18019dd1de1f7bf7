// Checks that the client uses all of its texts, either by a literal key or by a key that the code assembles.
// Translating unused texts would be wasted work.

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
import { sections } from '../pages/console/place.ts';
import { measures, reasons, spans } from '../pages/console/reports/decision.ts';
import { levels, paces, talks } from '../pages/hall/wishes.ts';
import { groupIDs } from '../pages/new/groups.ts';
import { presetsOf } from '../pages/new/presets.ts';
import { kinds as reportKinds } from '../people/report.ts';
import { routes } from '../routes.ts';

const en = textsOf('en');

const entries = await Promise.all(Object.values(games).map((game) => game?.entry()));
/** The map games, also with the laboratory and with teams, which have actions of their own. */
const all = [
	iberia,
	world,
	await gameOf({ box: 'lab', lab: 'on' }),
	await gameOf({ box: 'lab', mode: 'teams' }),
];
const families = all.flatMap((game) => game.families);
const family = families.map((f) => f.id);
const ofRoles = all.flatMap((game) => game.box.verbsOf('role'));
const asked = ['bot', 'end', 'pause', 'resume', 'undo'];
const begun = (lists as { name: string; options: Option[] }[]).flatMap(({ name, options }) => {
	const { large, more } = presetsOf(name, options);
	return [...large, ...more].map((way) => way.id);
});
/** The verbs and operands of moves, by kind. */
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
	'removed-here',
	'suspended',
	'taken-down',
];

/** The keys that the code assembles, with the possible values of each part of the key. */
const doorModes = ['approve', 'home', 'invite', 'open'];

/** The kinds of questions that puzzles ask. */
const puzzles = ['care', 'chain', 'cure', 'last', 'outbreak', 'points', 'relay', 'safe', 'survive', 'win'];

const composed: Record<string, readonly string[]> = {
	'web.about.*': ['contact', 'privacy', 'rules', 'terms'],
	'web.*.title': ['giveup', 'stand', 'along', 'unlock', 'to-bot'],
	'web.*.text': ['along', 'unlock', 'to-bot'],
	'web.*.yes': ['giveup', 'stand', 'along', 'unlock', 'to-bot'],
	'web.act.*': [...family, ...ofRoles],
	'web.act.count.*': families.map((f) => f.unit),
	'web.act.needs.*': family,
	'web.advice.idea.*': ['build', 'cure', 'move', 'share', 'treat'],
	'web.console.deed.*': [...measures, 'appeal', 'broken', 'lift', 'return', 'review'],
	'web.console.did.*': measures,
	'web.console.doors.mode.*': doorModes,
	'web.console.doors.mode.*.hint': doorModes,
	'web.console.invitations.until.*': ['1', '7', '30', 'open'],
	'web.console.reason.*': reasons,
	'web.console.role.*': ['moderator', 'none', 'operator'],
	'web.console.section.*': sections,
	'web.console.span.*': spans,
	'web.console.tables.*': ['closed', 'finished', 'gathering', 'playing', 'taken-down'],
	'web.console.what.*': measures,
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
	'web.decisions.*': ['dropped', 'upheld'],
	'web.decisions.what.*': ['mute', 'no-public', 'none', 'remove', 'rename', 'suspend', 'warn'],
	'web.hooks.form.*': ['discord', 'json'],
	'web.hooks.on.*': ['off', 'owed', 'turn'],
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
		'decided.bot',
		'decided.pause',
		'decided.resume',
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
	'web.hall.*.*': paces.map((pace) => `pace.${pace}`),
	'web.hall.level.*': levels,
	'web.hall.meet.*': ['today', 'tomorrow', 'tonight'],
	'web.hall.near.*': ['outbreaks'],
	'web.hall.talk.*': talks,
	'web.hall.wish.*': ['game', 'languages', 'level', 'pace', 'talk'],
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
	'web.notices.kinds.*': ['begun', 'named', 'rematch'],
	'web.people.*': ['ban', 'block', 'host', 'remove'],
	'web.people.*.done': ['ban', 'host', 'remove'],
	'web.people.*.sure': ['ban', 'block', 'host', 'remove'],
	'web.people.as.*': ['banned', 'removed', 'watcher'],
	'web.pick.*': picks,
	'web.pick.*.*': picks,
	'web.playback.**': ['outbreak', 'chain', 'chain.many'].flatMap((form) => [form, `${form}.alone`]),
	'web.proposal.**': [...asked, 'undo.named'].flatMap((what) => [what, `own-${what}`]),
	'web.puzzles.*': ['failed', 'open', 'solved'],
	'web.puzzles.ask.*': puzzles,
	'web.puzzles.kind.*': puzzles,
	'web.reach.*': ['back', 'delayed', 'down', 'gone', 'lost', 'offline'],
	'web.replay.moment.*': ['cure', 'end', 'epidemic', 'eradicated', 'incident', 'outbreak', 'overflow'],
	'web.report.kind.*': reportKinds,
	'web.result.*': ['given-up', 'lost', 'won'],
	'web.hello.*': [...[...roles, ...box.roles].map((role) => role.id), ...iberia.box.roles.keys()],
	'web.role.*': [...roles, ...box.roles].map((role) => role.id),
	'web.room.*': [...rooms, 'unknown-game'],
	'web.room.*.text': [...rooms, 'unknown-game'],
	'web.say.ask.*': asked,
	'web.share.*': ['give', 'take', 'ask'],
	'web.sharing.*': ['asked', 'closed', 'given-up', 'lost', 'open', 'over', 'shared', 'won'],
	'web.side.*': ['0', '1', '2'],
	'web.status.proposal.*': asked,
	'web.story.none.*': ['given-up', 'no-chances', 'rivals'],
	'web.teams.score.*': ['cure', 'eradication', 'first-cure', 'first-eradication', 'station'],
	'web.title.*': Object.keys(routes),
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
	const named = family.filter((id) => id !== 'role'); // some role verbs have texts of their own
	const keys = named.flatMap((id) => [`web.act.${id}`, `web.act.needs.${id}`]);
	expect(keys.filter((key) => !(key in en))).toEqual([]);
});

it('puts together no keys but those that are listed here', () => {
	const found = [...code.matchAll(/`(web\.[^`]*\$\{[^`]*)`/g)].map(([, key]) =>
		key?.replace(/\$\{[^}]*\}/g, '*'),
	);
	expect(new Set(found)).toEqual(new Set(Object.keys(composed)));
});
