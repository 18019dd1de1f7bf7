// The view of a table that plays with an expansion, as the server sends it.

import type { WorldView } from '../../../gen/world-view.ts';
import { type Position, viewAs } from '../../epidemic/model/position.ts';

export const viewOf = (position: Position) => viewAs<WorldView>(position);
