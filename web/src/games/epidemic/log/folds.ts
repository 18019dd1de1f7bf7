// Decides which facts (events) of a map game share a line of the log. It goes only by the names of the facts,
// not by the rules. A fact that is not listed here gets its own line.

import { type FoldedLine, type LogFact, type Place, said, seatOf } from '../../../table/folded.ts';
import type { Folder } from '../../presenter.ts';

/** The topics of lines, which the log's filter offers. */
export const topics = ['moves', 'disease', 'cards'] as const;
type Topic = (typeof topics)[number] | 'table';

/** The kinds of texts that lines can have. With `facts`, each fact has a text of its own. */
type Form =
	| 'facts'
	| 'went'
	| 'treated'
	| 'built'
	| 'cured'
	| 'laid'
	| 'purified'
	| 'drew'
	| 'dealt'
	| 'discarded'
	| 'removed'
	| 'infected'
	| 'outbreak'
	| 'scattered'
	| 'passed'
	| 'shown'
	| 'told';

/** The kind of text and the topic of a line, by its first fact. */
const beginnings: Record<
	string,
	{ form?: Form; topics?: Topic[]; tone?: FoldedLine['tone']; whose?: boolean }
> = {
	'pawn-moved': { form: 'went', topics: ['moves'], whose: true },
	'cubes-removed': { topics: ['moves', 'disease'] },
	'station-built': { form: 'built', topics: ['moves'] },
	'station-moved': { topics: ['moves'] },
	'hospital-built': { form: 'built', topics: ['moves'] },
	'hospital-moved': { topics: ['moves'] },
	'track-laid': { form: 'laid', topics: ['moves'] },
	'tokens-placed': { form: 'purified', topics: ['moves'] },
	'token-spent': { topics: ['disease'] },
	'reach-chosen': { topics: ['disease'] },
	'tokens-freed': { topics: ['moves'] },
	'shield-placed': { topics: ['moves'], whose: true },
	'cube-walked': { topics: ['disease'] },
	sampled: { topics: ['moves', 'disease'], whose: true },
	'samples-returned': { topics: ['moves', 'disease'], whose: true },
	'card-told': { form: 'told', topics: ['cards'], whose: true },
	'hands-asked': { topics: ['cards'], whose: true },
	'hand-kept': { topics: ['cards'], tone: 'quiet', whose: true },
	'card-shown': { topics: ['cards'], whose: true },
	'event-in-force': { topics: ['cards'] },
	'event-ended': { topics: ['cards'], tone: 'quiet' },
	'role-taken': { topics: ['moves', 'table'], whose: true },
	incident: { topics: ['disease', 'cards'], tone: 'alarm' },
	'strain-drawn': { topics: ['disease', 'cards'], tone: 'alarm' },
	'strain-named': { topics: ['disease'], tone: 'alarm' },
	'strain-in-force': { topics: ['disease'] },
	'strain-ended': { topics: ['disease'], tone: 'good' },
	'cubes-lost': { topics: ['disease'] },
	'disease-returned': { topics: ['disease'], tone: 'alarm' },
	'mutant-gone': { topics: ['disease'], tone: 'good' },
	'more-infection': { topics: ['disease'] },
	'relief-began': { topics: ['moves'] },
	rested: { topics: ['moves'] },
	'discarded-first': { form: 'removed', topics: ['cards'] },
	'actions-added': { topics: ['moves'], whose: true },
	cured: { form: 'cured', topics: ['moves', 'disease'], tone: 'good' },
	researched: { form: 'cured', topics: ['moves', 'disease'], tone: 'good' },
	eradicated: { topics: ['disease'], tone: 'good' },
	'card-given': { topics: ['moves', 'cards'], whose: true },
	'event-played': { topics: ['moves', 'cards'], whose: true },
	'event-replayed': { topics: ['moves', 'cards'], whose: true },
	'card-recovered': { topics: ['moves', 'cards'], whose: true },
	'event-stored': { topics: ['moves', 'cards'], whose: true },
	'card-drawn': { form: 'drew', topics: ['cards'], whose: true },
	'card-drawn-hidden': { form: 'drew', topics: ['cards'], whose: true },
	'cards-dealt': { form: 'dealt', topics: ['cards'], whose: true },
	'card-discarded': { form: 'discarded', topics: ['cards'], whose: true },
	'role-dealt': { topics: ['table'], whose: true },
	'epidemic-drawn': { topics: ['disease', 'cards'], tone: 'alarm', whose: true },
	outbreak: { form: 'outbreak', topics: ['disease'], tone: 'alarm' },
	overflowed: { topics: ['disease'], tone: 'alarm' },
	'outbreak-spared': { topics: ['disease'] },
	'placement-prevented': { topics: ['disease'] },
	'cubes-placed': { topics: ['disease'] },
	'infection-drawn': { topics: ['disease'] },
	'infection-removed': { topics: ['disease'] },
	'infection-skipped': { topics: ['disease'] },
	'rate-raised': { topics: ['disease'] },
	intensified: { topics: ['disease'] },
	looked: { form: 'shown', topics: ['cards'], whose: true },
	arranged: { form: 'shown', topics: ['cards'], whose: true },
	studied: { form: 'shown', topics: ['cards'], whose: true },
	restacked: { form: 'shown', topics: ['cards'], whose: true },
	passed: { form: 'passed', topics: ['table'], tone: 'quiet', whose: true },
	waived: { topics: ['table'], tone: 'quiet', whose: true },
	asked: { topics: ['table'], whose: true },
	agreed: { topics: ['table'], whose: true },
	refused: { topics: ['table'], whose: true },
	ended: { topics: ['moves', 'disease', 'cards', 'table'], tone: 'alarm' },
};

/** Facts without a line of their own, since the facts after them say the same. */
const preludes = new Set(['infection-began', 'infection-drawn']);

export class MapFolder implements Folder {
	readonly entries: FoldedLine[] = [];
	/**
	 * The infection card that was just turned over. It usually has no line, since the next fact shows its
	 * effect.
	 */
	private turned: { fact: LogFact; place: Place } | undefined;

	add(fact: LogFact, place: Place): void {
		const turned = this.turned;
		this.turned = undefined;
		if (turned && said(turned.fact, 'city') !== said(fact, 'city')) this.begin(turned.fact, turned.place);
		if (preludes.has(fact.line.word)) {
			if (fact.line.word === 'infection-drawn') this.turned = { fact, place };
			return;
		}
		const at = this.entryFor(fact, place, turned !== undefined);
		if (at) {
			at.facts.push(fact);
			at.last = place.n;
		} else this.begin(fact, place);
	}

	end(): void {
		if (this.turned) this.begin(this.turned.fact, this.turned.place);
		this.turned = undefined;
	}

	private begin(fact: LogFact, place: Place): void {
		const how = beginnings[fact.line.word] ?? {};
		const seat = doerOf(fact, place);
		this.entries.push({
			id: `${place.n}.${place.nth}`,
			n: place.n,
			last: place.n,
			at: place.at,
			form: formOf(fact, how.form ?? 'facts'),
			facts: [fact],
			topics: how.topics ?? ['table'],
			tone: /^(end\/win$|lab\/never-seen|team\/end-)/.test(fact.rule) ? 'good' : (how.tone ?? 'plain'),
			seats: seat === undefined ? [] : [seat],
			rule: fact.rule || undefined,
			why: whyOf(fact, place),
		});
	}

	/** Returns the line that a fact is added to; undefined if it starts a new line. */
	private entryFor(fact: LogFact, place: Place, fromCard: boolean): FoldedLine | undefined {
		// A player's pass does not end a log line: the facts that follow are added to the line before the pass.
		const last = this.entries.findLast((e) => e.form !== 'passed');
		if (fact.line.word === 'passed')
			return this.entries.find((e) => e.form === 'passed' && e.why === place.why);
		if (!last) return undefined;
		const first = last.facts[0];
		const sameSeat = seatOf(first) === seatOf(fact);
		const sameRule = first?.rule === fact.rule;
		const joins = (yes: boolean) => (yes && last.why === whyOf(fact, place) ? last : undefined);
		const plays = first?.line.word === 'event-played' || first?.line.word === 'event-replayed';
		const ofEvent = plays && last.n === place.n;
		switch (fact.line.word) {
			case 'pawn-moved':
				if (ofEvent) return last;
				if (!sameSeat || !sameRule) return undefined;
				if (last.form === 'went' && first?.line.word === 'pawn-moved') return joins(true);
				if (last.form !== 'discarded') return undefined;
				return reform(last, 'went', ['moves', 'cards']);
			case 'station-built':
			case 'hospital-built':
			case 'hospital-moved':
				if (ofEvent) return last;
				return last.form === 'discarded' && sameRule ? reform(last, 'built', ['moves', 'cards']) : undefined;
			case 'tokens-placed':
				if (ofEvent) return last;
				return last.form === 'discarded' && last.n === place.n
					? reform(last, 'purified', ['moves', 'cards'])
					: undefined;
			case 'track-laid':
				if (ofEvent) return last;
				return joins(last.form === 'laid' && sameRule && last.n === place.n);
			case 'card-given':
			case 'event-in-force':
			case 'card-recovered':
			case 'actions-added':
				return ofEvent ? last : undefined;
			case 'reach-chosen':
			case 'token-spent':
				return last.form === 'outbreak' && !fromCard ? last : undefined;
			case 'cured':
			case 'researched':
				if (last.form !== 'discarded' || !sameRule) return undefined;
				last.tone = 'good';
				return reform(last, 'cured', ['moves', 'disease', 'cards']);
			case 'card-discarded':
				if (ofEvent && said(first, 'event') === said(fact, 'card')) return last;
				if (last.form === 'cured' && sameRule) return last;
				return joins(last.form === 'discarded' && sameSeat && sameRule);
			case 'card-told':
				return last.form === 'told' && sameSeat && last.n === place.n ? last : undefined;
			case 'discarded-first':
				return last.form === 'removed' ? last : undefined;
			case 'event-removed':
			case 'infection-removed':
				return ofEvent ? last : undefined;
			case 'cubes-removed':
				if (ofEvent) return last;
				return joins(
					last.form === 'treated' &&
						sameRule &&
						said(first, 'city') === said(fact, 'city') &&
						said(first, 'disease') === said(fact, 'disease'),
				);
			case 'card-drawn':
			case 'card-drawn-hidden':
				return (last.form === 'drew' || last.form === 'dealt') && sameSeat ? last : undefined;
			case 'rate-raised':
				return this.entries.find(
					(e) =>
						e.facts[0]?.line.word === 'epidemic-drawn' && !e.facts.some((f) => f.line.word === 'rate-raised'),
				);
			case 'cubes-placed':
				if (last.form === 'infected' && sameRule) return last;
				if (last.form === 'outbreak' && fact.rule === 'outbreak/spread') return last;
				return last.form === 'scattered' && sameRule && said(first, 'number') === said(fact, 'number')
					? last
					: undefined;
			case 'outbreak-spared':
				return last.form === 'outbreak' ? last : undefined;
			case 'placement-prevented':
				return last.form === 'outbreak' && !fromCard ? last : undefined;
			case 'looked-at':
			case 'arranged-as':
			case 'studied-card':
			case 'restacked-as':
				return last.form === 'shown' ? last : undefined;
			case 'agreed':
			case 'refused':
				return first?.line.word === 'asked' && last.facts.length === 1 ? last : undefined;
			default:
				return undefined;
		}
	}
}

/** Returns the seat that caused a fact. */
function doerOf(fact: LogFact, place: Place): number | undefined {
	const how = beginnings[fact.line.word] ?? {};
	return (how.whose ? seatOf(fact) : undefined) ?? (how.topics?.includes('moves') ? place.seat : undefined);
}

/**
 * Returns the cause of a fact. A fact that a move merely allowed, as consent or a pass does, has no cause.
 */
function whyOf(fact: LogFact, place: Place): FoldedLine['why'] {
	return doerOf(fact, place) === place.seat ? place.why : undefined;
}

/** Returns which text a line gets; for some facts it depends on the rule that caused them. */
function formOf(fact: LogFact, form: Form): Form {
	if (fact.line.word === 'cubes-placed') {
		if (fact.rule === 'infection/city') return 'infected';
		if (fact.rule === 'setup/infection') return 'scattered';
	}
	if (fact.line.word === 'cubes-removed' && !/\/clean$/.test(fact.rule)) return 'treated';
	if (fact.line.word === 'station-built' && fact.rule.startsWith('setup/')) return 'facts';
	return form;
}

function reform(entry: FoldedLine, form: Form, topics: Topic[]): FoldedLine {
	entry.form = form;
	entry.topics = topics;
	return entry;
}
