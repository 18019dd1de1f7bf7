// What the laboratory asks, by the step of the question.

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
