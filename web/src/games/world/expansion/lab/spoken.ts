// Describes the laboratory in words, for screen readers and for lists.

import { list, name, t } from '../../../../i18n/words.svelte.ts';
import type { Cubes, Line } from './lab.ts';

/** Returns the content of a dish as text. */
export function contents(cubes: Cubes): string {
	const there = Object.entries(cubes).filter(([, n]) => n > 0);
	if (there.length === 0) return t('web.lab.empty');
	return list(there.map(([disease, n]) => t('web.lab.cubes', { n, disease: name('disease', disease) })));
}

/** Returns the progress of a line as text. */
export function stateOf({ id, card, cure, characterised, tested, filled, complete }: Line): string {
	const line = name('research', id);
	if (!card) return t('web.lab.line.closed', { line });
	const circles = t('web.lab.filled', { n: filled, all: card.circles.length });
	const parts = [
		t('web.lab.sequence', { sequence: name('sequence', card.id) }),
		cure && characterised
			? t('web.lab.for', { disease: name('disease', cure), card: name('card', characterised) })
			: t('web.lab.for-none', { diseases: list(card.vials.map((d) => name('disease', d))) }),
		circles,
		tested ? t('web.lab.tested', { card: name('card', tested) }) : t('web.lab.untested'),
		...(complete ? [t('web.lab.complete')] : []),
	];
	return t('web.about', { what: line, of: parts.join(', ') });
}
