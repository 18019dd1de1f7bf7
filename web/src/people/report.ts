// What a report is about, and which chat messages it can name.

import type { Said } from '../gen/api.ts';

/** The reasons for a report, in the order in which they are offered. */
export const kinds = ['hurtful', 'spam', 'cheating', 'stopped', 'name', 'title', 'other'] as const;
export type Kind = (typeof kinds)[number];

/** The reasons that are about something a person wrote. */
const spoken: readonly Kind[] = ['hurtful', 'spam', 'other'];
/** How many of a person's newest messages a report offers. */
const most = 5;

/**
 * Returns the reasons that a report offers. Without a person it is about the table; only a person can stop
 * playing, or have a name.
 */
export function kindsFor(person: boolean, titled: boolean, line: boolean): Kind[] {
	if (line) return ['hurtful', 'spam', 'cheating', 'other'];
	return kinds.filter((kind) => {
		if (kind === 'title') return titled;
		return person || kind === 'other' || kind === 'cheating';
	});
}

/**
 * Returns the messages of a person that a report of this kind can name, newest first. The message by which
 * the report was opened is always among them.
 */
export function linesFor(
	kind: Kind | '',
	person: string | undefined,
	talk: readonly Said[],
	opened?: Said,
): Said[] {
	if (!person || kind === '' || !spoken.includes(kind)) return [];
	const theirs = talk.filter((said) => said.person?.id === person).slice(-most);
	if (opened && !theirs.some((said) => said.at === opened.at)) theirs.unshift(opened);
	return theirs.reverse();
}
