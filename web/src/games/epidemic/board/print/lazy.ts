import { LazyModule } from '../../../../app/lazy.svelte.ts';

/** The tracks printed on the board, for wide screens. */
export const print = new LazyModule(() => import('./Furniture.svelte'));
