// The world game with any of its expansions: everything in the box, and the expansions' actions.

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

/** The mutant disease. Its infection cards belong to no city, and are in `cityless`. */
const [mutant] = box.diseases;
export const mutated = {
	diseases: [...held.diseases, ...box.diseases],
	cityless: Object.fromEntries(mutations.map((card) => [card, mutant?.id ?? ''])),
};

const drawings = import.meta.glob<string>('./art/*.svg', { query: '?url', import: 'default', eager: true });

/**
 * Returns the numbers and roles of a game in which every cure takes n cards. A cure takes fewer cards if
 * the laboratory prepares it, or in a team game for six (rule team/cure).
 */
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
		// Special Orders lets the active player move another player's pawn. The event button offers those moves.
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
