import type { Portraits } from '../manifest.ts';
import { gameOf } from './game.ts';

const portraits: Portraits = async (settings) => (await gameOf(settings)).art;
export default portraits;
