// The type of the server's view of a table with an expansion.

import type { WorldView } from '../../../gen/world-view.ts';
import { type Position, viewAs } from '../../epidemic/model/position.ts';

export const viewOf = (position: Position) => viewAs<WorldView>(position);
