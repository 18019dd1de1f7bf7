// Finds secrets in what a spectator received. A secret is a card that was hidden in a hand at the time, or
// the order of infection cards that only one seat has seen. This code uses neither a browser nor a server.

import type { Step, Update } from '../src/gen/api.ts';
import world from '../src/gen/world.json' with { type: 'json' };
import more from '../src/gen/world-more.json' with { type: 'json' };

type Kinds = Record<string, readonly string[]>;

/** How to read a game's notation: the kinds of each word's operands. */
export interface Words {
	facts: Kinds;
	moves: Kinds;
	events: ReadonlySet<string>;
	/** For each verb, the kinds of the values that a question stores besides moves. */
	keeps: Kinds;
}

interface Box {
	facts: Kinds;
	verbs: Record<string, { args: readonly string[] }>;
	events: readonly string[];
}

export function wordsOf({ facts, verbs, events }: Box, keeps: Kinds = {}): Words {
	const moves = Object.fromEntries(Object.entries(verbs).map(([word, v]) => [word, v.args]));
	return { facts, moves, events: new Set(events), keeps };
}

/** The notation of the world game with all expansions. */
const worldWords = wordsOf(
	{
		facts: { ...world.facts, ...more.box.facts },
		verbs: { ...world.verbs, ...more.box.verbs },
		events: [...world.events, ...more.box.events],
	},
	{
		'government-grant': ['number', 'city'],
		'rapid-vaccine-deployment': ['disease', ...Array<string>(5).fill('city')],
	},
);

/**
 * Returns the cards that a line of the notation names. Events in a `waive` move are left out, since a
 * player can waive an event without holding it.
 */
function cardsIn(line: string, kinds: Kinds, { events }: Words): string[] {
	const [word = '', ...operands] = line.split(' ');
	if (word === 'waive' || word === 'waived') return [];
	const known = kinds[word];
	if (!known) return [word, ...operands];
	const cards = operands.filter((_, i) => !known[i] || known[i] === 'card' || known[i] === 'event');
	return events.has(word) ? [word, ...cards] : cards;
}

/**
 * Matches facts about the order of infection cards that only some seats may know. ? stands for hidden
 * cards.
 */
const orders = /^(looked-at|arranged-as|put) (?!\?)/;

/**
 * Matches the paths of fields that contain cities, which can have the same names as cards. Paths contain no
 * list indexes.
 */
const cities = [
	/^view\.(cubes|stations|infection-discard|infection-removed|infection-classes|tracks|fled|echo)\b/,
	/^view\.seats-at-table\[\]\.(pawn|role|waived)\b/,
	/^view\.spread\.(cities|left)\b/,
	/^view\.teams\.bases\[\]\.city\b/,
	// The city to which a player refused to be moved, or the card that a player refused to share. That card is
	// public, because it was offered.
	/^view\.refused\[\]\.operand/,
	/^chances\.infection\b/,
];

/** Returns which cards were hidden in hands after the given log entry. */
export type Hidden = (n: number) => ReadonlySet<string>;

/** Returns the secrets that an update reveals, one per line: where in the update, and which card. */
export function leaks(update: Update, hidden: Hidden, words = worldWords): string[] {
	const found: string[] = [];
	const { steps, moves, ...rest } = update;
	const now = hidden(update.n);
	for (const { seat, list } of moves ?? []) {
		found.push(`moves: those of seat ${seat}`);
		for (const move of list ?? [])
			found.push(...told(`moves: ${move}`, cardsIn(move, words.moves, words), now));
	}
	for (const step of steps ?? []) found.push(...leaksOf(step, hidden(step.n), words));
	found.push(...named(rest, now, words).map(({ path, card }) => `${path}: ${card}`));
	const view = update.view as { known?: unknown[]; recall?: object };
	if (view.known?.length) found.push('view.known: the order of infection cards');
	if (Object.keys(view.recall ?? {}).length) found.push('view.recall: infection cards that a seat saw');
	return found;
}

/** Returns the secrets that a log entry reveals: cards that were still hidden after it. */
function leaksOf(step: Step, hidden: ReadonlySet<string>, words: Words): string[] {
	return (step.plays ?? []).flatMap((play) => {
		const lines = [
			{ line: play.move ?? '', kinds: words.moves },
			...(play.facts ?? []).map(({ fact }) => ({ line: fact, kinds: words.facts })),
		];
		return lines.flatMap(({ line, kinds }) => {
			const where = `step ${step.n}: ${line}`;
			return orders.test(line) ? [where] : told(where, cardsIn(line, kinds, words), hidden);
		});
	});
}

const told = (where: string, cards: string[], hidden: ReadonlySet<string>) =>
	cards.filter((card) => hidden.has(card)).map((card) => `${where}: ${card}`);

/**
 * Returns every occurrence of a hidden card's name in a value, with its path. It skips fields that contain
 * cities, including operands of questions.
 */
export function named(
	value: unknown,
	hidden: ReadonlySet<string>,
	words = worldWords,
	path = '',
): { path: string; card: string }[] {
	if (cities.some((at) => at.test(path))) return [];
	if (typeof value === 'string')
		return value
			.split(/[^\w-]+/)
			.filter((word) => hidden.has(word))
			.map((card) => ({ path, card }));
	if (Array.isArray(value)) return value.flatMap((v) => named(v, hidden, words, `${path}[]`));
	if (value === null || typeof value !== 'object') return [];
	const verb = 'verb' in value && typeof value.verb === 'string' ? value.verb : '';
	const kinds = words.keeps[verb] ?? words.moves[verb];
	return Object.entries(value).flatMap(([key, v]) => {
		const operand = /^operand-(\d)$/.exec(key)?.[1];
		if (operand && kinds?.[Number(operand)] === 'city') return [];
		const at = path ? `${path}.${key}` : key;
		return [...(hidden.has(key) ? [{ path: at, card: key }] : []), ...named(v, hidden, words, at)];
	});
}

/** The cards of one seat's hand, as the seat itself saw them after a log entry. */
export interface Own {
	seat: number;
	update: Update;
	hand: string[];
}

/**
 * Determines which cards are really hidden, from each seat's own view. These are the cards in all hands,
 * except those that their holders named in a move and those that a rule reveals. (A dispatcher's request
 * can make a card public before its holder consents; this code does not know that.)
 */
export class Truth {
	/** The number of the newest entry that is known. */
	last = -1;
	private readonly after = new Map<number, ReadonlySet<string>>();
	private readonly open = new Set<string>();

	/** Adds what all seats saw after one entry. */
	learn(all: Own[]): void {
		for (const { seat, update } of all)
			for (const step of update.steps ?? []) {
				for (const play of step.plays ?? []) {
					const spent = play.seat === seat ? cardsIn(play.move ?? '', worldWords.moves, worldWords) : [];
					const facts = (play.facts ?? []).filter(({ fact }) =>
						/^(first-player|card-given|card-told) /.test(fact),
					);
					for (const card of [
						...spent,
						...facts.flatMap(({ fact }) => cardsIn(fact, worldWords.facts, worldWords)),
					])
						this.open.add(card);
				}
			}
		const hands = all.flatMap(({ hand }) => hand);
		const hidden = new Set(hands.filter((card) => !this.open.has(card)));
		const n = all[0]?.update.n ?? 0;
		// In the entries since the last call, only cards that were hidden both before and after are certain to be
		// secret.
		const before = this.after.get(this.last) ?? hidden;
		for (let between = this.last + 1; between < n; between++)
			this.after.set(between, new Set([...before].filter((card) => hidden.has(card))));
		this.after.set(n, hidden);
		this.last = n;
	}

	readonly hidden: Hidden = (n) => this.after.get(n) ?? new Set<string>();
}
