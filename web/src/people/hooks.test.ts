import { expect, it } from 'vitest';
import { formOf, forSeats, hooksOf } from './hooks.ts';

const plain = { url: 'https://example.org/turn', form: 'json', on: 'turn' } as const;
const chat = { url: 'https://discord.com/api/webhooks/1/x', form: 'discord', on: 'owed' } as const;

it('shows a program once, and keeps it for every seat', () => {
	const kept = forSeats([plain, chat], [1, 3]);
	expect(kept.map((hook) => `${hook.seat} ${hook.form}`)).toEqual([
		'1 json',
		'1 discord',
		'3 json',
		'3 discord',
	]);
	expect(hooksOf(kept)).toEqual([plain, chat]);
	expect(hooksOf([])).toEqual([]);
});

it('knows an address of Discord', () => {
	expect(formOf(` ${chat.url}`)).toBe('discord');
	expect(formOf('https://canary.discord.com/api/webhooks/1/x')).toBe('discord');
	expect(formOf('https://discord.com.example.org/api/webhooks/1/x')).toBe('json');
	expect(formOf(plain.url)).toBe('json');
});
