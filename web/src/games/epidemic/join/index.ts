// The sheet of a bot's seat in a running map game.

import { bundle, type JoinBundle } from '../../../table/join/bundle.ts';
import type { Game } from '../model/game.ts';
import Join from './Join.svelte';

export const sheetOf = (game: Game): JoinBundle => bundle(game, Join);
