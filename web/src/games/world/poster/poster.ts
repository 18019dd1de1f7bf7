import Backdrop from '../../epidemic/poster/Backdrop.svelte';
import Pawns from '../../epidemic/poster/Pawns.svelte';
import Step from '../../epidemic/poster/Step.svelte';
import type { Poster } from '../../manifest.ts';

const load = () => import('../entry.ts');
const company = ['dispatcher', 'quarantine-specialist', 'researcher', 'contingency-planner'];
const poster: Poster = {
	Backdrop: (anchor) => Backdrop(anchor, { load }),
	Step,
	faces: [
		new URL('../art/scientist.svg', import.meta.url).href,
		new URL('../art/medic.svg', import.meta.url).href,
		new URL('../art/operations-expert.svg', import.meta.url).href,
	],
	Company: (anchor) => Pawns(anchor, { roles: company }),
};
export default poster;
