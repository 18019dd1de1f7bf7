// Returns the note to show under a choice of a move, from the first expansion that has one.

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
