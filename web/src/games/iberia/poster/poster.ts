import Backdrop from '../../epidemic/poster/Backdrop.svelte';
import Step from '../../epidemic/poster/Step.svelte';
import type { Poster } from '../../manifest.ts';

const load = () => import('../entry.ts');
const poster: Poster = { Backdrop: (anchor) => Backdrop(anchor, { load }), Step };
export default poster;
