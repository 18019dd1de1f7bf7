// What each question of the tray is given.

import type { Position } from '../position.ts';
import type { Interaction } from './interaction.svelte.ts';

export interface Asked {
	interaction: Interaction;
	position: Position;
}
