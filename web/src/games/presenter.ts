// What the shared parts of the client need from a game: its texts, and the format of its log.

import type { Update } from '../gen/api.ts';
import type { Vocabulary } from '../i18n/notation.ts';
import type { FoldedLine, LogFact, Place } from '../table/folded.ts';
import type { IconName } from '../ui/icons.ts';

export interface GamePresenter {
	game: string;
	facts: Vocabulary;
	moves: Vocabulary;
	/** Reports whether an operand names a place that the board can highlight. */
	isPlace: (id: string) => boolean;
	/** Returns the disease of a place, for the mark next to its name. */
	diseaseOf?: (id: string) => string | undefined;
	seatName: (seat: number) => string;
	/** Reports whether a bot plays a seat. */
	isBot: (seat: number) => boolean;
	/** Variants of the game in which some texts have another meaning. */
	ways?: readonly string[];
	/** Returns the formatter of the game's log; undefined until its code has loaded. */
	formatter: () => LogFormatter | undefined;
}

/** The part of a presenter that is needed to name seats, places and diseases in a line. */
export type Naming = Pick<GamePresenter, 'seatName' | 'isPlace' | 'diseaseOf' | 'ways'>;

/** Combines the facts of a turn into log lines. */
export interface Folder {
	readonly entries: FoldedLine[];
	add(told: LogFact, place: Place): void;
	/** Ends the turn: no further facts are added to its lines. */
	end(): void;
}

/** Turns a game's log into texts, for the screen and for screen readers. */
export interface LogFormatter {
	/** The topics of lines; the log offers a filter for each. */
	topics: readonly string[];
	folder: () => Folder;
	/** Returns a line as text, with marks around names (table/sentences.ts). */
	words: (entry: FoldedLine, naming: Naming) => string;
	/** Returns the disease whose mark is next to a place in a log line. */
	markOf?: (entry: FoldedLine, place: string, naming: Naming) => string | undefined;
	/** Returns the icon at the beginning of a log line. */
	iconOf?: (entry: FoldedLine) => IconName | undefined;
	/** Sums up what happened while the player was away, with a few words for each subject. */
	missed: (facts: readonly LogFact[], naming: Naming) => string[];
	/**
	 * Returns the text of the open question for screen readers; undefined if the question's usual text is
	 * enough.
	 */
	question?: (update: Update, seat: number, naming: Naming) => string | undefined;
	/**
	 * The kind of question that returns after each of the player's own moves. Its announcement interrupts
	 * speech only the first time.
	 */
	again?: string;
	/**
	 * Returns a text for screen readers about what the player can still do after a move of their own.
	 * `before` is the update before the move.
	 */
	left?: (before: Update, now: Update) => string | undefined;
}
