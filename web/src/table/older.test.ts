import { expect, test } from 'vitest';
import { isOlder } from './older.ts';

test('times are in order, however many digits they have', () => {
	const times = [
		'2026-09-30T23:59:59.999Z',
		'2026-10-01T00:00:00Z',
		'2026-10-01T00:00:00.000000001Z',
		'2026-10-01T00:00:00.09Z',
		'2026-10-01T00:00:00.1Z',
		'2026-10-01T00:00:01Z',
	];
	for (const [i, a] of times.entries())
		for (const [k, b] of times.entries()) expect(isOlder(a, b), `${a} ${b}`).toBe(i < k);
});
