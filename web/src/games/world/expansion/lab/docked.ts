// Reports whether the table has a laboratory and shows it unfolded, under the hand or the map.

import type { Position } from '../../../epidemic/model/position.ts';
import { bench } from './folded.svelte.ts';
import { labOf } from './lab.ts';

export const docked = (position: Position): boolean => !bench.folded && labOf(position) !== null;
