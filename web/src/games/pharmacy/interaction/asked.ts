// The props of every component that shows a question in the tray.

import type { Position } from '../position.ts';
import type { Interaction } from './interaction.svelte.ts';

export interface Asked {
	interaction: Interaction;
	position: Position;
}
