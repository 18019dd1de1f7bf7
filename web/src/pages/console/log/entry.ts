// What an entry of the moderation log says, in the words of the console.

import type { LogEntry } from '../../../gen/api.ts';
import { personName } from '../../../i18n/people.ts';
import { date } from '../../../i18n/words.svelte.ts';
import { type ConsoleKey, say } from '../texts.svelte.ts';

const nameOf = (player: LogEntry['by']) => (player ? personName(player) : say('web.console.gone'));

/** Returns who did what to whom. */
export function deedOf(entry: LogEntry): string {
	const by = entry.by ? personName(entry.by) : say('web.console.log.server');
	const about = nameOf(entry.about);
	const { kind } = entry;
	if (kind === 'decide') return say(`web.console.deed.${entry.what}` as ConsoleKey, { by, about });
	if (kind === 'role') {
		const role = say(`web.console.role.${entry.role || 'none'}` as ConsoleKey);
		return say(entry.cause ? 'web.console.deed.role.key' : 'web.console.deed.role', { by, about, role });
	}
	if (kind === 'answer')
		return say(entry.upheld ? 'web.console.deed.answer.upheld' : 'web.console.deed.answer.lifted', {
			by,
			about,
		});
	return say(`web.console.deed.${kind}` as ConsoleKey, { by, about });
}

/** Returns the reason and the end of a decision, if the entry has them. */
export function detailOf({ kind, what = '', reason, until }: LogEntry): string {
	if (kind !== 'decide') return '';
	const lasting = ['mute', 'no-public', 'suspend'].includes(what);
	return [
		reason ? say(`web.console.reason.${reason}` as ConsoleKey) : '',
		until
			? say('web.console.decision.until', { time: date(until, { dateStyle: 'medium' }) })
			: lasting
				? say('web.console.decision.open')
				: '',
	]
		.filter(Boolean)
		.join(' · ');
}
