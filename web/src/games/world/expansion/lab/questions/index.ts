// The components for the laboratory's questions, by the kind of question.

import type { GameParts } from '../../../../epidemic/model/parts.ts';
import Dish from './Dish.svelte';
import Filling from './Filling.svelte';
import LabAction from './LabAction.svelte';
import Slot from './Slot.svelte';

export const questions: NonNullable<GameParts['questions']> = {
	'lab-action': LabAction,
	'choose-slot': Slot,
	'choose-dish': Dish,
	'choose-filling': Filling,
};
