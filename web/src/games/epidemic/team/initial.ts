// What a pawn wears: the initial of its role. Roles that begin with the same
// letter in the reader's language wear two, those of their first words or the first
// two of the only one, so that no pawn hangs on its colour.

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
/** Words of one or two letters are passed over: “Expert aux opérations” is not known by its “aux”, nor by “en”. */
function firsts(words: string): string {
	const [one = '', ...more] = words.split(/[ ’]/);
	const two = more.filter((word) => word.length > 3)[0];
	return two ? first(one) + first(two).toUpperCase() : opening(one);
}
