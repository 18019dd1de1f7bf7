import { expect, it } from 'vitest';
import { wordsIn } from './words.ts';

it('reads a word from each line', () => {
	expect(wordsIn(' admin \n\nClub Pasteur\r\nadmin\n')).toEqual(['admin', 'Club Pasteur']);
	expect(wordsIn('')).toEqual([]);
});
