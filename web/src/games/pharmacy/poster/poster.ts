import type { Poster } from '../../manifest.ts';
import Backdrop from './Backdrop.svelte';
import bold from './bold.svg?url';
import book from './book.svg?url';
import Company from './Company.svelte';
import Step from './Step.svelte';
import scarce from './scarce.svg?url';

const poster: Poster = { Backdrop, Step, faces: [book, bold, scarce], Company };
export default poster;
