import type { Portraits } from '../manifest.ts';
import { gameOf } from './game.ts';

/** Settings with which a table has the roles of all expansions. */
const everybody = { box: 'all' };

const portraits: Portraits = async (settings = everybody) => (await gameOf(settings)).art;
export default portraits;
