// Texts about teams. The server decides which seats form a team.

import { text } from './words.svelte.ts';

/** Returns the name of a team's sign, such as “Moon”. */
export const signName = (team: number) => text(`web.side.${team}`);

/** Returns the name of a team, such as “Team Moon”. Teams are named after their signs. */
export const teamName = (team: number) => text('web.side', { name: signName(team) });
