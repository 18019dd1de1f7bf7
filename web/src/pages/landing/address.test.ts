import { describe, expect, it } from 'vitest';
import { addressOf } from './address.ts';

describe('what somebody pastes', () => {
	it.each([
		['https://theriac.example/j/leLM2ObvoislbO7RiSH81Q', '/j/leLM2ObvoislbO7RiSH81Q'],
		['  /j/leLM2ObvoislbO7RiSH81Q\n', '/j/leLM2ObvoislbO7RiSH81Q'],
		['leLM2ObvoislbO7RiSH81Q', '/j/leLM2ObvoislbO7RiSH81Q'],
		['Come and play: http://10.0.0.2:8080/j/fDpXSxj3pvtV0DuxErlwtQ !', '/j/fDpXSxj3pvtV0DuxErlwtQ'],
		['https://theriac.example/t/dr76ssc7z2at', '/t/dr76ssc7z2at'],
		['dr76ssc7z2at', '/t/dr76ssc7z2at'],
		['https://theriac.example/replay/dr76ssc7z2at/12', '/replay/dr76ssc7z2at'],
	])('%j opens %s', (pasted, address) => {
		expect(addressOf(pasted)).toBe(address);
	});

	it.each(['', 'hello', 'https://example.org/', 'javascript:alert(1)', '/j/'])(
		'%j opens nothing',
		(pasted) => {
			expect(addressOf(pasted)).toBeNull();
		},
	);
});
