import Backdrop from '../../epidemic/poster/Backdrop.svelte';
import Pawns from '../../epidemic/poster/Pawns.svelte';
import Step from '../../epidemic/poster/Step.svelte';
import type { Poster } from '../../manifest.ts';

const load = () => import('../entry.ts');
const company = ['agronomist', 'politician', 'railwayman', 'royal-academy-scientist'];
const poster: Poster = {
	Backdrop: (anchor) => Backdrop(anchor, { load }),
	Step,
	faces: [
		new URL('../art/rural-doctor.svg', import.meta.url).href,
		new URL('../art/nurse.svg', import.meta.url).href,
		new URL('../art/sailor.svg', import.meta.url).href,
	],
	Company: (anchor) => Pawns(anchor, { roles: company }),
};
export default poster;
