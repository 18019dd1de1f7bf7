import { expect, test } from 'vitest';
import { cameBack } from './provider.ts';

test('what a provider sends a browser back with is read, and nothing else', () => {
	expect(cameBack('')).toBeNull();
	expect(cameBack('?code=c')).toBeNull();
	expect(cameBack('?state=s')).toBeNull();
	expect(cameBack('?state=s&code=a%2Bb')).toEqual({ code: 'a+b', state: 's', iss: undefined });
	expect(cameBack('?iss=https%3A%2F%2Flogin.example&state=s&code=c')).toEqual({
		code: 'c',
		state: 's',
		iss: 'https://login.example',
	});
	expect(cameBack('?state=s&error=access_denied&error_description=%3Cb%3E')).toBe('cancelled');
});
