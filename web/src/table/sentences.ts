// Turns log lines into texts. Each game provides the texts of its own lines (games/presenter.ts). This file
// has the texts of lines about other actions, such as an undo.

import type { GamePresenter, Naming } from '../games/presenter.ts';
import { list, text } from '../i18n/words.svelte.ts';
import type { FoldedLine } from './folded.ts';

/** A part of a line: plain text, or the name of a piece, a place or a disease. */
interface Piece {
	text: string;
	thing?: string;
	place?: string;
	disease?: string;
}

/** What is needed to name the objects in a line: the table's names and the game's formatter. */
type LineNames = Naming & Pick<GamePresenter, 'formatter'>;

// Names are wrapped in characters that occur in no text. So a name can be found in the finished sentence,
// whatever the language's word order.
const open = '\uE000';
const middle = '\uE001';
const close = '\uE002';

/** Wraps a name in marks, so that it can be found in a finished text. */
export function marked(kind: 'disease' | 'place' | 'thing', id: string, shown: string): string {
	return `${open}${kind}:${id}${middle}${shown}${close}`;
}

/** Returns a log line as one text. */
export function sentence(entry: FoldedLine, presenter: LineNames): string {
	return pieces(entry, presenter)
		.map((piece) => piece.text)
		.join('');
}

/** Returns a log line as text, split into plain parts and names. */
export function pieces(entry: FoldedLine, presenter: LineNames): Piece[] {
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

/** The kinds of lines about what people do besides moves, such as an undo. */
const beside = new Set([
	'undone',
	'asked',
	'answered',
	'standing',
	'advised',
	'given-up',
	'decided',
	'repaired',
	'away',
	'back',
]);

function whole(entry: FoldedLine, presenter: LineNames): string {
	const words = beside.has(entry.form)
		? note(entry, presenter)
		: (presenter.formatter()?.words(entry, presenter) ?? '');
	return entry.why === 'clock' ? text('web.log.clock', { line: words }) : words;
}

function note(entry: FoldedLine, presenter: Naming): string {
	const key = entry.what ? `web.log.${entry.form}.${entry.what}` : `web.log.${entry.form}`;
	return text(key, { name: list(entry.seats.map(presenter.seatName)), n: entry.moves ?? 0 });
}
