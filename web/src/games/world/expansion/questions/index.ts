// The components for questions that only the expansions ask, keyed by the kind of question. If several
// expansions ask the same kind, its component is in `cards`, and adapts to the verb that asks.

import type { GameParts } from '../../../epidemic/model/parts.ts';
import Become from '../cards/Become.svelte';
import City from '../cards/City.svelte';
import Cube from '../cards/Cube.svelte';
import Pairs from '../cards/Pairs.svelte';
import Who from '../cards/Who.svelte';
import { questions as lab } from '../lab/questions/index.ts';
import Relief from '../solo/Relief.svelte';
import Strain from '../strain/Choose.svelte';
import ChooseRoles from '../teams/ChooseRoles.svelte';
import PlaceBase from '../teams/PlaceBase.svelte';

export const questions: NonNullable<GameParts['questions']> = {
	...lab,
	'choose-city': City,
	'choose-cube': Cube,
	'choose-disease': Strain,
	'choose-role': Become,
	'choose-theirs': Pairs,
	'choose-player': Who,
	relief: Relief,
	'choose-roles': ChooseRoles,
	'place-base': PlaceBase,
};
