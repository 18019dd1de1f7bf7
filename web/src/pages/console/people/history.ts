// What happened about a person, as a few points of time.

import type { PersonFile } from '../../../gen/api.ts';
import type { Values } from '../../../i18n/message.ts';
import type { ConsoleKey } from '../texts.svelte.ts';

/** One point of a person's history. */
interface Point {
	key: string;
	text: ConsoleKey;
	values?: Values;
	/** When it was; undefined for the open reports. */
	at?: string;
	tone: 'plain' | 'warn' | 'grave' | 'now';
	/** Whether a measure has ended or was lifted. */
	over: boolean;
}

type Decided = NonNullable<PersonFile['decisions']>[number];

const tones: Record<string, Point['tone'] | undefined> = {
	warn: 'warn',
	rename: 'warn',
	remove: 'warn',
	mute: 'grave',
	'no-public': 'grave',
	suspend: 'grave',
};

const lasting = new Set(['mute', 'no-public', 'suspend']);

/** Reports whether a measure that lasts some time is over. */
export function isOver({ what, until, lifted }: Decided, now: number): boolean {
	return lasting.has(what) && (!!lifted || (!!until && Date.parse(until) <= now));
}

/** Returns the points of a person's history, the oldest first: joined, decisions, open reports. */
export function historyOf(file: PersonFile, now: number): Point[] {
	const decided = [...(file.decisions ?? [])]
		.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
		.map(
			(decision): Point => ({
				key: decision.id,
				text: `web.console.did.${decision.what}` as ConsoleKey,
				at: decision.at,
				tone: tones[decision.what] ?? 'plain',
				over: isOver(decision, now),
			}),
		);
	const open = (file.reports ?? []).filter((report) => !report.closed).length;
	return [
		{ key: 'joined', text: 'web.console.did.joined', at: file.created, tone: 'plain', over: false },
		...decided,
		...(open > 0
			? [
					{
						key: 'now',
						text: 'web.console.queue.reports' as const,
						values: { n: open },
						tone: 'now' as const,
						over: false,
					},
				]
			: []),
	];
}
