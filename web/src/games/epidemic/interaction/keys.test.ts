import { describe, expect, it } from 'vitest';
import { textsOf } from '../../../../languages.ts';
import { game } from '../../world/game.ts';
import { actionKeys, tableKeys } from './keys.ts';

const en = textsOf('en');
const fr = textsOf('fr');

const actions = actionKeys(game);
const keys = [...actions, ...tableKeys];

describe('the keys', () => {
	it('do not clash', () => {
		const caps = keys.map((k) => k.key);
		expect(new Set(caps).size).toBe(caps.length);
	});

	it('are there for every action', () => {
		expect(actions.map((k) => k.deed)).toEqual(game.families.map((f) => f.id));
		for (const { key, deed } of actions) expect(key, deed).toMatch(/^[A-Z]$/);
	});

	it('are each told in the help, in both languages', () => {
		for (const { deed } of keys) {
			expect(en, deed).toHaveProperty([`web.keys.${deed}`]);
			expect(fr, deed).toHaveProperty([`web.keys.${deed}`]);
		}
	});
});
