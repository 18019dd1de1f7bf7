// Scenes of the pharmacy game for screenshots: each question, and the end of a game. pharmacy-looks.spec.ts
// answers the same questions.

import { expect } from '@playwright/test';
import { type Asking, asked, ended, wantedOf } from './pharmacy-positions.ts';
import { answers } from './pharmacy-seen.ts';
import { at, type Scene, shown } from './scenes.ts';

export const pharmacy: Scene[] = [
	...(Object.keys(asked) as Asking[]).map(
		(name): Scene => ({
			name: `pharmacy-${name.replaceAll(' ', '-')}`,
			start: at(wantedOf(name)),
			act: (page) => expect(answers(page).first()).toBeVisible({ timeout: 30_000 }),
		}),
	),
	{ name: 'pharmacy-over', start: at(ended), act: shown },
];
