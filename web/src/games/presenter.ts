// What the parts that serve every game need of one: its words, and how its log is
// written.

import type { Update } from '../gen/api.ts';
import type { Vocabulary } from '../i18n/notation.ts';
import type { Entry, LogFact, Place } from '../table/entry.ts';
import type { IconName } from '../ui/icons.ts';

export interface GamePresenter {
	game: string;
	facts: Vocabulary;
	moves: Vocabulary;
	/** Whether an operand names a place that can light up. */
	isPlace: (id: string) => boolean;
	/** The disease of a place, for its mark. */
	diseaseOf?: (id: string) => string | undefined;
	seatName: (seat: number) => string;
	/** Whether a seat is a bot's own. */
	isBot: (seat: number) => boolean;
	/** Ways to play that give some texts another sense. */
	ways?: readonly string[];
	/** How its log is written; undefined until that code is loaded. */
	formatter: () => LogFormatter | undefined;
}

/** Whoever is named in a line. */
export type Naming = Pick<GamePresenter, 'seatName' | 'isPlace' | 'diseaseOf' | 'ways'>;

/** Gathers the facts of a turn into lines. */
export interface Folder {
	readonly entries: Entry[];
	add(told: LogFact, place: Place): void;
	/** Ends the turn: what waited for more is told as it is. */
	end(): void;
}

/** How a game writes its log, on the screen and for a screen reader. */
export interface LogFormatter {
	/** What lines can be about: the log has a filter for each. */
	topics: readonly string[];
	folder: () => Folder;
	/** A line that the folder made, in words. Names stand between marks (table/sentences.ts). */
	words: (entry: Entry, naming: Naming) => string;
	/** The disease whose mark a place has in a line. */
	markOf?: (entry: Entry, place: string, naming: Naming) => string | undefined;
	/** The icon before a line. */
	iconOf?: (entry: Entry) => IconName | undefined;
	/** What happened while one was away, each thing in a few words. */
	missed: (facts: readonly LogFact[], naming: Naming) => string[];
	/** What the table asks of a seat, for screen readers; nothing where the question's own text says it all. */
	question?: (update: Update, seat: number, naming: Naming) => string | undefined;
	/** The step that asks again after each move of one's own: only the first time is worth an interruption. */
	again?: string;
	/** What one's own move left, for screen readers: `before` is when it was asked for. */
	left?: (before: Update, now: Update) => string | undefined;
}
