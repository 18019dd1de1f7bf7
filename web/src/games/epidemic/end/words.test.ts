import { expect, it } from 'vitest';
import { textsOf } from '../../../../languages.ts';
import { use } from '../../../i18n/words.svelte.ts';
import { gameOf } from '../../world/expansion/game.ts';
import { endWords } from './words.ts';

const en = textsOf('en');

use('en', en);

const said = (rule: string, settings: Record<string, string>) => endWords(rule, gameOf(settings).ways);

it('tells an end as it is in the way that is played', () => {
	expect(said('end/cards', {})).toBe(en['end.cards']);
	expect(said('end/cards', { mutation: 'on' })).toBe(en['end.cards']);
	expect(said('end/cards', { mode: 'teams', players: '4' })).toBe(en['end.cards.teams']);
	expect(said('end/cards', { mode: 'teams', mutation: 'on' })).toBe(en['end.cards.teams']);
	expect(said('end/win', {})).toBe(en['end.win']);
	expect(said('end/win', { mutation: 'on' })).toBe(en['end.win.mutation']);
	expect(said('team/end-cures', { mode: 'teams' })).toBe(en['end.end-cures']);
	expect(said('end/unheard-of', {})).toBeUndefined();
});
