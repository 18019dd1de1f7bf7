import { expect, test } from 'vitest';
import { textsOf } from '../../languages.ts';
import { use } from '../i18n/words.svelte.ts';
import { Refusal } from './refusal.ts';

const en = textsOf('en');

use('en', en);

test('people read the reason that the server gives, also where it may pass', () => {
	for (const id of ['server-full', 'server-busy', 'slow-down'] as const) {
		const refusal = new Refusal(id === 'slow-down' ? 429 : 503, { id }, 60);
		expect(refusal.passing).toBe(true);
		expect(refusal.unanswered).toBe(false);
		expect(refusal.shown).toBe(en[`problem.${id}`]);
	}
});

test('where nobody gives a reason, nobody answered', () => {
	for (const status of [0, 502, 503, 504]) {
		expect(new Refusal(status, {}).shown, `${status}`).toBe(en['web.app.offline.text']);
	}
	expect(new Refusal(404, {}).unanswered).toBe(false);
});
