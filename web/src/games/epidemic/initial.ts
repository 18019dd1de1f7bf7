// What a pawn wears: the initial of its role. Roles that begin with the same
// letter in the reader's language wear two, so that no pawn hangs on its colour.

import { name } from '../../words/words.svelte.ts';
import type { Box } from './box.ts';

export function initialOf(box: Box, role: string): string {
	const letters = [...name('role', role)];
	const alike = [...box.roles.keys()].some(
		(other) => other !== role && [...name('role', other)][0] === letters[0],
	);
	return letters.slice(0, alike ? 2 : 1).join('');
}
