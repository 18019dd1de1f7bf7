// What each question of the tray is given.

import type { Position } from '../position.ts';
import type { Acting } from './acting.svelte.ts';

export interface Asked {
	acting: Acting;
	position: Position;
}
