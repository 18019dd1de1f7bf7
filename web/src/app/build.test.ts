import { expect, test } from 'vitest';
import { buildOf, isOld } from './build.ts';

/** Makes a document whose meta element names a build; with null there is no such element. */
function page(content: string | null): Pick<Document, 'querySelector'> {
	const meta =
		content === null ? null : { getAttribute: (name: string) => (name === 'content' ? content : null) };
	return { querySelector: (which: string) => (which === 'meta[name="build"]' ? meta : null) } as never;
}

test('a page says which build it is, if it was built', () => {
	expect(buildOf(page('0123456789ab'))).toBe('0123456789ab');
	expect(buildOf(page(''))).toBeNull();
	expect(buildOf(page(null))).toBeNull();
});

test('a page is old once the server has another build, from its first answer on', () => {
	expect(isOld('a', 'b')).toBe(true);
	expect(isOld('a', 'a')).toBe(false);
	expect(isOld('a', null)).toBe(false);
	expect(isOld(null, 'a')).toBe(false);
});
