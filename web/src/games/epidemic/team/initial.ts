// Chooses the letters on a pawn, so that players can tell pawns apart without their colours. Usually it is
// the initial of the pawn's role. If several roles share that initial in the reader's language, each has two
// letters: the initials of its first two words, or the first two letters of its only word.

import { name } from '../../../i18n/words.svelte.ts';
import type { Box } from '../model/box.ts';

export function initialOf(box: Box, role: string): string {
	const others = [...box.roles.keys()].filter((other) => other !== role);
	const alone = (form: (words: string) => string) => {
		const own = form(name('role', role));
		return others.every((other) => form(name('role', other)) !== own) && own;
	};
	return alone(first) || alone(firsts) || alone(opening) || first(name('role', role));
}

const first = (words: string) => [...words][0] ?? '';
const opening = (words: string) => [...words].slice(0, 2).join('');
/**
 * Returns the first letters of the words in a role's name. Words of one or two letters do not count, such
 * as “aux” in “Expert aux opérations”.
 */
function firsts(words: string): string {
	const [one = '', ...more] = words.split(/[ ’]/);
	const two = more.filter((word) => word.length > 3)[0];
	return two ? first(one) + first(two).toUpperCase() : opening(one);
}
