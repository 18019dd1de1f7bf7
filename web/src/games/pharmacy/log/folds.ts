// Which facts read well as one line: a move with all that it did. It knows words of the
// notation, no rule of the game: a fact that nothing is said of here is a line of its own.

import { type Entry, type LogFact, type Place, said, seatOf } from '../../../table/entry.ts';
import type { Folder } from '../../presenter.ts';

/** What a line is about. */
export const topics = ['moves', 'risks', 'points'] as const;
type Topic = (typeof topics)[number] | 'table';

/** How a line is put into words; `facts` tells each fact by its own message. */
export type Form = 'facts' | 'took' | 'sent' | 'passed' | 'kept' | 'opened' | 'dealt' | 'turned' | 'round';

interface Beginning {
	form?: Form;
	topics?: Topic[];
	tone?: Entry['tone'];
	/** Nobody does it: it comes of what was done. */
	follows?: boolean;
}

/** How a line begins, by the first fact's word. */
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

/** What comes of a move stays with it. */
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

/** The lines that a move begins. */
const moves = new Set<string>(['took', 'sent', 'passed', 'kept', 'opened']);

export class PharmacyFolder implements Folder {
	readonly entries: Entry[] = [];

	add(fact: LogFact, place: Place): void {
		// The table shows the card that lies open next, and it is told when it goes. A hand is for its holder
		// alone, and others may look at the same screen.
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
		// A pill for the owner of a risk card is how one is rid of it.
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

	/** The line that a fact belongs to, if it is not one of its own. */
	private entryFor(fact: LogFact, place: Place): Entry | undefined {
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
				// What was paid for it is told with it.
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

/** The facts of a line that say one thing. */
export const of = ({ facts }: Entry, ...words: string[]): LogFact[] =>
	facts.filter((f) => words.includes(f.line.word));

/** The number that a fact says. */
export const numberOf = (fact: LogFact | undefined): number => Number(said(fact, 'number'));
