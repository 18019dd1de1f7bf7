import { beforeAll, expect, it } from 'vitest';
import { textsOf } from '../../../languages.ts';
import type { Glance, HallSeat } from '../../gen/api.ts';
import { use } from '../../i18n/words.svelte.ts';
import { nearEnd, offered, offeredRole } from './glances.ts';

beforeAll(() => use('en', textsOf('en')));

const glance = (at: number, near?: string): Glance => ({
	turn: 5,
	tracks: [{ name: 'outbreaks', at, of: 8 }],
	cast: ['scientist', 'medic', 'researcher'],
	near,
});

it('says that the end is near only if the game does', () => {
	expect(nearEnd(undefined)).toBe('');
	expect(nearEnd(glance(7))).toBe('');
	expect(nearEnd(glance(6, 'outbreaks'))).toBe('Two outbreaks from the end');
	expect(nearEnd(glance(7, 'outbreaks'))).toBe('One outbreak from the end');
	use('fr', textsOf('fr'));
	expect(nearEnd(glance(7, 'outbreaks'))).toBe('Plus qu’une éclosion avant la fin');
	use('en', textsOf('en'));
});

it('offers the first bot’s seat that is not kept, and names its role', () => {
	const person: HallSeat = { holder: { id: 'a', name: 'Ada' } };
	const bot: HallSeat = { bot: { level: 'steady' } };
	const kept: HallSeat = { ...bot, kept: true };
	const playing = (people: HallSeat[]) => ({ status: 'playing' as const, people, glance: glance(0) });
	expect(offered(playing([person, kept, bot]))).toBe(2);
	expect(offeredRole(playing([person, bot, bot]))).toBe('Medic');
	expect(offeredRole({ ...playing([person, bot]), glance: undefined })).toBe('');
	expect(offered(playing([person, kept]))).toBeUndefined();
	expect(offeredRole(playing([person, kept]))).toBe('');
	expect(offered({ ...playing([person, bot]), status: 'gathering' })).toBeUndefined();
});
