import type { Poster } from '../../manifest.ts';
import Backdrop from './Backdrop.svelte';
import Step from './Step.svelte';

const poster: Poster = { Backdrop, Step };
export default poster;
