// The teams of a table in words. Which seats are one team, the server says.

import { text } from './words.svelte.ts';

/** What its sign is called: “Moon”. */
export const signName = (team: number) => text(`web.side.${team}`);

/** “Team Moon”: a team is called like its sign. */
export const teamName = (team: number) => text('web.side', { name: signName(team) });
