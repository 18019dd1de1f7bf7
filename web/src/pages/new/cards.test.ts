import { expect, it } from 'vitest';
import { changedCards, ownCards } from './cards.ts';

const box = 'sniffles 1 - 1 0 0\nvolcano 6 - 1 1 1\n';

it('sends what was changed and nothing else', () => {
	expect(ownCards(box, box)).toBe('');
	expect(ownCards('', box)).toBe('');
	expect(ownCards('sniffles 1 - 1 0 0 \r\n\nvolcano 5 - 1 1 1', box)).toBe('volcano 5 - 1 1 1');
	expect(changedCards('sniffles 2 - 1 0 0\nvolcano 5 - 1 1 1', box)).toBe(2);
});
