import { expect, it, vi } from 'vitest';
import { bitmap, pixelsOf } from './bitmap.ts';

it('gives the pixels of a drawing at once to whoever comes later, so that the drawing is asked for once', async () => {
	vi.stubGlobal('window', {});
	vi.stubGlobal(
		'Image',
		class {
			src = '';
			decode = () => Promise.resolve();
		},
	);
	const canvas = { getContext: () => null, toBlob: (done: (b: Blob) => void) => done(new Blob(['x'])) };
	vi.stubGlobal('document', { createElement: () => canvas });
	expect(pixelsOf('map.svg')).toBeUndefined();
	const at = await bitmap('map.svg', 1, 1);
	expect(pixelsOf('map.svg')).toBe(at);
});
