import { expect, it } from 'vitest';
import { holds, sealOf } from './seal.ts';

// The header of a transcript as a server wrote it.
const head = `theriac 1
game world
revision 1
option players 2
seat wv5muubhramj
seat xk6vfxg5zdko
seed revealed d133d29ed5b5a72942abe4072fd7ea9a8a64ccc55c0134d37f56d25c26712465 ce32cfa77428f4e4cfe25fe3e8d75d0e0a16e88500ab2fc2bf56253c9012ec38 7f28c3a36f5fed61226213c507f072ee213003c82c460886ccc36ff1d1f1e5e7
nonce
nonce kettle
0 treat blue
`;

it('reads the seal from a transcript', () => {
	expect(sealOf(head)?.nonces).toEqual(['', 'kettle']);
	expect(sealOf(head.replace(/seed revealed.*/, 'seed 7'))).toBeNull();
	expect(sealOf(head.replace(/seed revealed \S+ \S+/, 'seed sealed'))).toBeNull();
});

it('finds that the secret belongs to the commitment', async () => {
	const seal = sealOf(head);
	if (!seal) throw new Error('no seal');
	expect(await holds(seal)).toBe(true);
});

it('finds that another one does not', async () => {
	const seal = sealOf(head);
	if (!seal) throw new Error('no seal');
	expect(await holds({ ...seal, secret: seal.secret.replace('d1', 'd2') })).toBe(false);
	expect(await holds({ ...seal, salt: seal.secret, secret: seal.salt })).toBe(false);
});
