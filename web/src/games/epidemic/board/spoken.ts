// Describes a city as one text for screen readers.

import { list, name, t, text } from '../../../i18n/words.svelte.ts';
import type { MoveOption } from '../model/offers.ts';
import type { CityMarks } from './marks.ts';
import type { Scene } from './scene.ts';

/** Returns the city's name and everything that is drawn at the city. */
export function spoken(m: CityMarks, offers: readonly MoveOption[], scene: Scene): string {
	const parts = [t('web.city.name', { city: name('city', m.id), disease: name('disease', m.disease) })];
	for (const c of m.cubes) {
		const cubes = t('web.city.cubes', { n: c.n, disease: name('disease', c.disease) });
		parts.push(m.full.includes(c.disease) ? `${cubes} (${t('web.city.full.short')})` : cubes);
	}
	if (m.station) parts.push(t('web.city.station'));
	const own = scene.game.deferred?.parts?.cityWords?.(scene.position, m.id);
	if (own) parts.push(own);
	if (m.pawns.length > 0)
		parts.push(t('web.city.pawns', { names: list(m.pawns.map((s) => pawnName(s, scene))) }));
	if (m.risk !== null) parts.push(t('web.city.risk.short'));
	const ways = [
		...new Set(
			offers.filter((o) => scene.game.travel.includes(o.word)).map((o) => text(`web.way.${o.word}`)),
		),
	];
	if (ways.length > 0) parts.push(t('web.city.reach', { ways: list(ways, 'disjunction') }));
	else if (offers.length > 0) parts.push(t('web.city.choose'));
	return list(parts, 'unit');
}

/** Returns the name of a pawn's owner, with the role if the name does not contain it. */
export function pawnName(seat: number, scene: Pick<Scene, 'position' | 'seatName'>): string {
	const role = name('role', scene.position.seats[seat]?.role ?? '');
	const who = scene.seatName(seat);
	return who === role ? role : t('web.city.pawn', { name: who, role });
}
