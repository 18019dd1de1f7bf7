import type { Portraits } from '../manifest.ts';
import { game } from './game.ts';

const portraits: Portraits = async () => game.art;
export default portraits;
