// What each question of the tray is given.

import type { Position } from '../position.ts';
import type { Interaction } from './acting.svelte.ts';

export interface Asked {
	acting: Interaction;
	position: Position;
}
