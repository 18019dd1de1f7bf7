// The lines of the log in words: each game writes its own (games/presenter.ts), and this file
// writes what people do beside the moves.

import type { GamePresenter, Naming } from '../games/presenter.ts';
import { list, text } from '../i18n/words.svelte.ts';
import type { Entry } from './entry.ts';

/** A piece of a line: plain words, or the name of a thing, of a place or of a disease. */
export interface Piece {
	text: string;
	thing?: string;
	place?: string;
	disease?: string;
}

/** What a line takes names from. */
export type LineNames = Naming & Pick<GamePresenter, 'formatter'>;

// Names travel through the messages between marks that no text has, so that they
// can be found again in whatever order a language puts them.
const open = '\uE000';
const middle = '\uE001';
const close = '\uE002';

/** A name that can be found again in a message. */
export function marked(kind: 'disease' | 'place' | 'thing', id: string, shown: string): string {
	return `${open}${kind}:${id}${middle}${shown}${close}`;
}

/** A line in words. */
export function sentence(entry: Entry, presenter: LineNames): string {
	return pieces(entry, presenter)
		.map((piece) => piece.text)
		.join('');
}

/** A line in words, with its names apart. */
export function pieces(entry: Entry, presenter: LineNames): Piece[] {
	const out: Piece[] = [];
	for (const part of whole(entry, presenter).split(open)) {
		const end = part.indexOf(close);
		if (end < 0) {
			if (part) out.push({ text: part });
			continue;
		}
		const [ids = '', shown = ''] = part.slice(0, end).split(middle);
		const [kind, id = ''] = ids.split(':');
		if (kind === 'disease') out.push({ text: shown, disease: id });
		else if (kind === 'thing') out.push({ text: shown, thing: id });
		else out.push({ text: shown, place: id, disease: presenter.formatter()?.markOf?.(entry, id, presenter) });
		const rest = part.slice(end + 1);
		if (rest) out.push({ text: rest });
	}
	return out;
}

/** What people do beside the moves. */
const beside = new Set([
	'undone',
	'asked',
	'answered',
	'standing',
	'advised',
	'given-up',
	'repaired',
	'away',
	'back',
]);

function whole(entry: Entry, presenter: LineNames): string {
	const words = beside.has(entry.form)
		? note(entry, presenter)
		: (presenter.formatter()?.words(entry, presenter) ?? '');
	return entry.why === 'clock' ? text('web.log.clock', { line: words }) : words;
}

function note(entry: Entry, presenter: Naming): string {
	const key = entry.what ? `web.log.${entry.form}.${entry.what}` : `web.log.${entry.form}`;
	return text(key, { name: list(entry.seats.map(presenter.seatName)), n: entry.moves ?? 0 });
}
