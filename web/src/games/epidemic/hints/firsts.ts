// The cards that explain a map game to new players. Each appears when its event first happens.

import { name, t, text } from '../../../i18n/words.svelte.ts';
import { type Hint, lately } from '../../../table/hint.ts';
import type { PlayerSession } from '../session.svelte.ts';

export type Source = Pick<PlayerSession, 'asked' | 'step' | 'offers' | 'seat' | 'position' | 'box'> & {
	live: Pick<PlayerSession['live'], 'steps'>;
};

export function firsts({ asked, step, offers, seat, position, box, live }: Source): Hint[] {
	const at = asked ? step : '';
	const role = seat === null ? undefined : position?.seats[seat]?.role;
	const own = Object.keys(box.verbs).filter((word) => box.verbs[word]?.role === role);
	// A passive power gives its role no move of its own, so the hint appears at the first choice of an action.
	const usable = own.length === 0 || offers.some((o) => own.includes(o.word));
	const all: (Hint | undefined)[] = [
		{ id: 'first-limit', words: t('web.first.limit'), now: at === 'discard', rule: 'hand/limit' },
		{ id: 'first-window', words: t('web.first.window'), now: at === 'window', rule: 'event/window' },
		{
			id: 'first-epidemic',
			words: t('web.first.epidemic'),
			now: lately(live.steps).has('epidemic-drawn'),
			rule: 'epidemic/increase',
		},
		role
			? {
					id: 'first-power',
					words: t('web.first.power', { role: name('role', role), power: text(`power.${role}`) }),
					now: at === 'action' && usable,
					rule: `role/${role}`,
				}
			: undefined,
	];
	return all.flatMap((hint) => (hint ? { ...hint, card: true, does: true } : []));
}
