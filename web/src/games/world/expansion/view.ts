// The view of a table that plays with an expansion, as the server sends it.

import type { WorldView } from '../../../gen/world-view.ts';
import type { Position } from '../../epidemic/position.ts';

export const viewOf = (position: Position) => position.view as unknown as WorldView;
