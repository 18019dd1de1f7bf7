import type { Beginning } from '../manifest.ts';
import bold from './poster/bold.svg?url';
import book from './poster/book.svg?url';
import scarce from './poster/scarce.svg?url';

const beginnings: Beginning[] = [
	{ id: 'book', values: { supply: 'nine' }, picture: book },
	{ id: 'scarce', values: { supply: 'seven' }, picture: scarce },
	{ id: 'bold', values: { diagnosis: '12', keeper: 'pills' }, picture: bold },
];
export default beginnings;
