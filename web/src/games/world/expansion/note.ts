// What is said under a choice of a move: the first part that has something to say.

import type { MoveOption } from '../../epidemic/model/offers.ts';
import type { Position } from '../../epidemic/model/position.ts';
import { note as lab } from './lab/note.ts';
import { note as strain } from './strain/strain.ts';

const parts: ((position: Position, offer: MoveOption) => string | undefined)[] = [lab, strain];

export function note(position: Position, offer: MoveOption): string | undefined {
	for (const part of parts) {
		const words = part(position, offer);
		if (words !== undefined) return words;
	}
	return undefined;
}
