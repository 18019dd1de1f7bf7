// Whether the laboratory stands open where it is docked.

import type { Position } from '../../../epidemic/model/position.ts';
import { bench } from './folded.svelte.ts';
import { labOf } from './lab.ts';

export const docked = (position: Position): boolean => !bench.folded && labOf(position) !== null;
