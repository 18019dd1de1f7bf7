// The parts of a pharmacy table that load later. A game can begin with the round table and the tray; the
// rest loads right after them (deferred.ts).

import { LazyModule } from '../../app/lazy.svelte.ts';

export const deferred = new LazyModule(() => import('./deferred.ts'));
