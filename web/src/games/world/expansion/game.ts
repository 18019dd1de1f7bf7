// The world game of a table that plays with an expansion: the whole box, and more to do.

import { box, mutations, numbers } from '../../../gen/world-more.json';
import { treat } from '../../epidemic/art/icons.ts';
import { byName } from '../../epidemic/art/pictures.ts';
import { Box } from '../../epidemic/model/box.ts';
import type { TableGame } from '../../epidemic/model/parts.ts';
import { familiesOf } from '../families.ts';
import { deferred, game, held } from '../game.ts';
import { dispatch, plane } from '../icons.ts';
import { lab as laboratory } from './lab/family.ts';
import { fourth } from './teams/family.ts';

const { cureWith } = held.numbers;
const roles = [...held.roles, ...box.roles];
const full = {
	...held,
	roles,
	events: [...held.events, ...box.events],
	verbs: { ...held.verbs, ...box.verbs },
	facts: { ...held.facts, ...box.facts },
};

/** The mutant disease, and its infection cards. */
const [mutant] = box.diseases;
export const mutated = {
	diseases: [...held.diseases, ...box.diseases],
	cityless: Object.fromEntries(mutations.map((card) => [card, mutant?.id ?? ''])),
};

const drawings = import.meta.glob<string>('./art/*.svg', { query: '?url', import: 'default', eager: true });

/** Cures that a laboratory makes ready, or that six in teams find (rule team/cure), take fewer cards, of every role. */
const fewer = (n: number) => ({
	numbers: { ...held.numbers, cureWith: n },
	roles: roles.map((r) => ({ ...r, cureWith: r.cureWith - cureWith + n })),
});
const inLab = fewer(numbers.cureInLab);
const inTeams = fewer(numbers.cureOfSix);

export function gameOf(settings: Record<string, string>): TableGame {
	const { mutation = 'off', lab = 'off', mode, players } = settings;
	const six = mode === 'teams' && players === '6';
	const played = new Box({
		...full,
		...(mutation === 'off' ? {} : mutated),
		...(lab !== 'off' ? inLab : six ? inTeams : {}),
	});
	const families = familiesOf(played).map((family) =>
		// Special Orders go on: the named pawn is moved as long as they are in force.
		family.id === 'event' ? { ...family, words: [...family.words, 'order'] } : family,
	);
	return {
		...game,
		box: played,
		art: { ...game.art, ...byName(drawings) },
		ways: [...(mode === 'teams' ? ['teams'] : []), ...(mutation === 'off' ? [] : ['mutation'])],
		families: [...families, ...(lab === 'off' ? [] : [laboratory]), ...(mode === 'teams' ? [fourth] : [])],
		steps: { relief: 'acts', 'choose-roles': 'cards' },
		travel: [...game.travel, 'fly', 'fly-with'],
		pictures: {
			...game.pictures,
			guide: dispatch,
			order: dispatch,
			fly: plane,
			'fly-with': plane,
			'treat-near': treat,
			'treat-afar': treat,
			'cure-samples': 'cure',
			'cure-pairs': 'cure',
			'relief-cure': 'cure',
		},
		deferred,
	};
}
