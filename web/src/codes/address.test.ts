import { describe, expect, it } from 'vitest';
import { addressOf, codeOf } from './address.ts';

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
		expect(codeOf(pasted)).toBeNull();
	});

	it.each(['', 'hello', '7KX4', 'https://example.org/', 'javascript:alert(1)', '/j/'])(
		'%j opens nothing',
		(pasted) => {
			expect(addressOf(pasted)).toBeNull();
		},
	);
});

describe('what somebody types', () => {
	it.each([
		['7KX4', '7KX4'],
		[' 7 k x 4\n', '7KX4'],
		['7k-x4', '7KX4'],
		['7K\u00a0X\u2013492', '7KX492'],
		['https://theriac.example/c/7KX4', '7KX4'],
	])('%j is the code %s', (typed, code) => {
		expect(codeOf(typed)).toBe(code);
	});

	it.each(['', '7KX', '7KX4922', '7K_X4', 'chaîne', 'https://example.org/'])('%j is no code', (typed) => {
		expect(codeOf(typed)).toBeNull();
	});
});
