// The components that show this game's questions, keyed by the question's name in the API. The choice of an
// action needs no component.

import type { GameParts } from '../../epidemic/model/parts.ts';
import Again from './Again.svelte';
import City from './City.svelte';
import Cube from './Cube.svelte';
import FreeMove from './FreeMove.svelte';
import Line from './Line.svelte';
import OrderDeck from './OrderDeck.svelte';
import Pawn from './Pawn.svelte';
import Region from './Region.svelte';
import Start from './Start.svelte';
import Theirs from './Theirs.svelte';
import Walk from './Walk.svelte';

export const questions: NonNullable<GameParts['questions']> = {
	start: Start,
	'choose-city': City,
	'choose-region': Region,
	'choose-cube': Cube,
	'choose-line': Line,
	'choose-pawn': Pawn,
	'choose-theirs': Theirs,
	'order-deck': OrderDeck,
	walk: Walk,
	'free-move': FreeMove,
	replay: Again,
};
