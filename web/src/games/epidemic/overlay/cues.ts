// Chooses the sound for each beat (a step of the animation).

import type { Cue } from '../../../notices/sounds.ts';
import type { Beat } from '../board/beats.ts';

export function cueOf(beat: Beat, won: boolean): Cue | undefined {
	switch (beat.kind) {
		case 'epidemic':
		case 'alarm':
			return 'epidemic';
		case 'infection':
			return 'infect';
		case 'intensified':
			return 'shuffle';
		case 'wave':
		case 'burst':
			return 'wave';
		case 'cure':
		case 'event':
		case 'draw':
			return beat.kind;
		case 'end':
			return won ? 'won' : 'lost';
		default:
			return undefined;
	}
}

/** Reports whether a beat is one of a game's great events. */
export const isGreat = ({ kind }: Beat): boolean => kind === 'epidemic' || kind === 'cure';
