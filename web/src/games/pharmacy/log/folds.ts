// Decides which facts (events of the game) form one line of the log: a move with all its effects. It goes
// only by the names of the facts, not by the rules. A fact that is not listed here gets its own line.

import { type FoldedLine, type LogFact, type Place, said, seatOf } from '../../../table/folded.ts';
import type { Folder } from '../../presenter.ts';

/** The topics of lines, which the log's filter offers. */
export const topics = ['moves', 'risks', 'points'] as const;
type Topic = (typeof topics)[number] | 'table';

/** The kinds of texts that lines can have. With `facts`, each fact has a text of its own. */
type Form = 'facts' | 'took' | 'sent' | 'passed' | 'kept' | 'opened' | 'dealt' | 'turned' | 'round';

interface Beginning {
	form?: Form;
	topics?: Topic[];
	tone?: FoldedLine['tone'];
	/** Whether the line follows from a move, so that no seat caused it directly. */
	follows?: boolean;
}

/** The kind of text and the topic of a line, by its first fact. */
const beginnings: Record<string, Beginning | undefined> = {
	'card-taken': { form: 'took', topics: ['moves'] },
	'card-sent': { form: 'sent', topics: ['moves'] },
	'risk-sent': { form: 'sent', topics: ['moves', 'risks'] },
	'pills-staked': { form: 'passed', topics: ['moves'] },
	'card-passed': { form: 'passed', topics: ['moves'] },
	'pills-paid': { form: 'passed', topics: ['moves', 'risks'] },
	'risk-passed': { form: 'passed', topics: ['moves', 'risks'] },
	'card-kept': { form: 'kept', topics: ['moves'] },
	'risk-opened': { form: 'opened', topics: ['moves', 'risks'] },
	'virus-injected': { topics: ['moves'] },
	'injection-unused': { topics: ['moves'] },
	'virus-placed': { topics: ['moves', 'risks'] },
	'virus-caught': { topics: ['moves', 'risks'] },
	'pill-given': { topics: ['moves', 'risks'] },
	'pill-returned': { topics: ['moves', 'risks'] },
	declined: { topics: ['moves', 'risks'] },
	diagnosed: { topics: ['moves', 'risks'] },
	nursed: { topics: ['moves', 'risks'] },
	'pills-dealt': { form: 'dealt', tone: 'quiet', follows: true },
	'cards-dealt': { form: 'dealt', tone: 'quiet', follows: true },
	'risk-left-out': { tone: 'quiet', follows: true },
	'card-turned': { form: 'turned', tone: 'quiet', follows: true },
	'pile-emptied': { tone: 'quiet', follows: true },
	'passed-over': { topics: ['moves'], tone: 'quiet', follows: true },
	'intensive-care': { topics: ['moves', 'points'], tone: 'alarm', follows: true },
	'round-ended': { form: 'round', topics: ['points'], tone: 'good', follows: true },
	ended: { topics: ['moves', 'points'], tone: 'good', follows: true },
};

/** Facts that are effects of a move. They are added to the move's line. */
const effects = new Set([
	'declined',
	'diagnosed',
	'injection-got',
	'injection-unused',
	'not-collected',
	'nothing-caught',
	'nothing-returned',
	'nursed',
	'pill-given',
	'pill-returned',
	'pills-missing',
	'pills-received',
	'stake-lost',
	'stake-returned',
	'titled',
	'virus-caught',
	'virus-injected',
	'virus-placed',
]);

/** The kinds of lines that begin with a move. */
const moves = new Set<string>(['took', 'sent', 'passed', 'kept', 'opened']);

export class PharmacyFolder implements Folder {
	readonly entries: FoldedLine[] = [];

	add(fact: LogFact, place: Place): void {
		// These facts have no line. The table shows the next open card, and the log names it when a player
		// takes it. A dealt risk card is known only to its holder, but others may share the screen.
		if (fact.rule === 'turn/next-card' || fact.line.word === 'risk-dealt') return;
		const entry = this.entryFor(fact, place);
		if (!entry) {
			this.begin(fact, place);
			return;
		}
		if (place.seat !== undefined && entry.n !== place.n && !entry.seats.includes(place.seat))
			entry.seats.push(place.seat);
		entry.facts.push(fact);
		entry.last = place.n;
	}

	end(): void {}

	private begin(fact: LogFact, place: Place): void {
		// To pass a risk card on, a player gives a pill to the card's owner. That pill counts as a payment.
		const word = fact.rule === 'dare/dodge' ? 'pills-paid' : fact.line.word;
		const how = beginnings[word] ?? {};
		const seat = how.follows ? undefined : (seatOf(fact) ?? place.seat);
		this.entries.push({
			id: `${place.n}.${place.nth}`,
			n: place.n,
			last: place.n,
			at: place.at,
			form: how.form ?? 'facts',
			facts: [fact],
			topics: how.topics ?? ['table'],
			tone: how.tone ?? 'plain',
			seats: seat === undefined ? [] : [seat],
			rule: fact.rule || undefined,
			why: how.follows ? undefined : place.why,
		});
	}

	/** Returns the line that a fact is added to; undefined if it starts a new line. */
	private entryFor(fact: LogFact, place: Place): FoldedLine | undefined {
		const { word } = fact.line;
		const of = (form: Form) => this.entries.findLast((e) => e.form === form);
		switch (word) {
			case 'pills-dealt':
			case 'cards-dealt':
				return of('dealt');
			case 'card-turned':
				return of('turned');
			case 'card-passed':
			case 'risk-passed': {
				// A payment for a move is added to the move's line.
				const last = this.entries.at(-1);
				return last?.form === 'passed' && last.n === place.n && last.facts.length === 1 ? last : undefined;
			}
			case 'intensive-care': {
				const last = this.entries.at(-1);
				return last?.facts[0]?.line.word === word ? last : undefined;
			}
			case 'guess-right':
			case 'guess-wrong':
			case 'guess-void':
			case 'scored':
			case 'scored-minus':
				return of('round');
		}
		if (!effects.has(word) || fact.rule === 'dare/dodge') return undefined;
		const move = this.entries.findLast((e) => moves.has(e.form));
		return move && (move.n === place.n || move.why === place.why) ? move : undefined;
	}
}

/** Returns the facts of a line that have one of the given names. */
export const of = ({ facts }: FoldedLine, ...words: string[]): LogFact[] =>
	facts.filter((f) => words.includes(f.line.word));

/** Returns the first number in a fact. */
export const numberOf = (fact: LogFact | undefined): number => Number(said(fact, 'number'));
