import type { Portraits } from '../manifest.ts';
import { gameOf } from './game.ts';

/** The people of all boxes. */
const everybody = { box: 'all' };

const portraits: Portraits = async (settings = everybody) => (await gameOf(settings)).art;
export default portraits;
