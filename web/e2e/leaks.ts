// Reads what somebody received who only watches, and finds what they should not know:
// a card that lay hidden in a hand at that moment, or the order of infection cards
// that only a seat has looked at. Nothing is asked of a browser or a server here.

import type { Step, Update } from '../src/gen/api.ts';
import world from '../src/gen/world.json' with { type: 'json' };
import more from '../src/gen/world-more.json' with { type: 'json' };

type Kinds = Record<string, readonly string[]>;

/** What the words of a game are about. */
export interface Words {
	facts: Kinds;
	moves: Kinds;
	events: ReadonlySet<string>;
	/** What questions keep that are no moves, by their verb. */
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

/** With what its expansions add. */
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

/** The cards that a line of the notation names. An event may be waived by whoever has it not. */
function cardsIn(line: string, kinds: Kinds, { events }: Words): string[] {
	const [word = '', ...operands] = line.split(' ');
	if (word === 'waive' || word === 'waived') return [];
	const known = kinds[word];
	if (!known) return [word, ...operands];
	const cards = operands.filter((_, i) => !known[i] || known[i] === 'card' || known[i] === 'event');
	return events.has(word) ? [word, ...cards] : cards;
}

/** Lines that tell the order of infection cards, with the place of the city in them. */
const orders = /^(looked-at|arranged-as|put) (?!\?)/;

/** Where an update names cities, whatever cards are called like them; numbers in lists are left out. */
const cities = [
	/^view\.(cubes|stations|infection-discard|infection-removed|infection-classes|tracks|fled|echo)\b/,
	/^view\.seats-at-table\[\]\.(pawn|role|waived)\b/,
	/^view\.spread\.(cities|left)\b/,
	/^view\.teams\.bases\[\]\.city\b/,
	// Where somebody would not be moved to; a card that was offered lies open.
	/^view\.refused\[\]\.operand/,
	/^chances\.infection\b/,
];

/** What was hidden in hands after an entry of the log. */
export type Hidden = (n: number) => ReadonlySet<string>;

/** What an update tells too much, each in a line: where, and what. */
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

/** What a step tells too much: a card that lay hidden still when it was over. */
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
 * Everything in a value that is called like a hidden card, with the way to it. Where an
 * update names cities is passed over, and so is the operand of a question that is one.
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

/** What a seat was told of itself after some entry. */
export interface Own {
	seat: number;
	update: Update;
	hand: string[];
}

/**
 * What really lies hidden, put together from what each seat is told of itself: the cards
 * of all hands, without those that their holders named in a move of theirs, and those
 * that a rule lays open. (Where a dispatcher sits, a card may also lie open before its
 * flight was agreed to; this knows nothing of that.)
 */
export class Truth {
	/** The newest entry that is known. */
	last = -1;
	private readonly after = new Map<number, ReadonlySet<string>>();
	private readonly open = new Set<string>();

	/** Learns from all seats, who stand at the same entry. */
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
		// Of entries in between, only what was hidden before and after them is certain.
		const before = this.after.get(this.last) ?? hidden;
		for (let between = this.last + 1; between < n; between++)
			this.after.set(between, new Set([...before].filter((card) => hidden.has(card))));
		this.after.set(n, hidden);
		this.last = n;
	}

	readonly hidden: Hidden = (n) => this.after.get(n) ?? new Set<string>();
}
