// Turns log lines into texts: the move in one sentence, then its effects.

import type { Values } from '../../../i18n/message.ts';
import { tell } from '../../../i18n/notation.ts';
import { has, list, number, t, text } from '../../../i18n/words.svelte.ts';
import { type FoldedLine, type LogFact, said, seatOf } from '../../../table/folded.ts';
import type { Naming } from '../../presenter.ts';
import { numberOf, of } from './folds.ts';
import { cardMarked, pillsIn } from './marks.ts';
import { pillsNamed } from './named.ts';

/** Returns a log line as text. */
export function words(entry: FoldedLine, naming: Naming): string {
	return sentences(entry, naming).filter(Boolean).join(' ');
}

function sentences(entry: FoldedLine, naming: Naming): string[] {
	const [first] = entry.facts;
	switch (entry.form) {
		case 'took':
			return [took(entry, naming), injected(entry), missing(entry), ...others(entry, naming)];
		case 'sent':
		case 'passed':
			return [
				entry.form === 'sent' ? plain(first, naming) : passed(entry, naming),
				...respect(entry, naming),
			];
		case 'kept':
			return [kept(entry, naming), injected(entry), ...stakes(entry, naming), ...others(entry, naming)];
		case 'opened':
			return [opened(entry, naming), ...effects(entry, naming), injected(entry), missing(entry)];
		case 'dealt':
			return [
				t('web.pharmacy.log.dealt', {
					pills: pillsNamed(pillsIn(of(entry, 'pills-dealt')[0])),
					n: numberOf(of(entry, 'cards-dealt')[0]),
				}),
			];
		case 'turned':
			return [t('web.pharmacy.log.turned', { cards: cardsIn(entry) })];
		case 'round':
			return [points(entry, naming), ...of(entry, ...guesses).map((f) => plain(f, naming))];
		default:
			return entry.facts.map((f) => plain(f, naming));
	}
}

const who = (fact: LogFact | undefined, naming: Naming, nth = 0) =>
	naming.seatName(Number(said(fact, 'seat', nth)));
const card = (fact: LogFact | undefined) => cardMarked(said(fact, 'card'));
const cardsIn = ({ facts }: FoldedLine) => list(facts.map(card));

/** Returns the text of a single fact. */
function plain(fact: LogFact | undefined, naming: Naming): string {
	if (!fact) return '';
	const ending = `end.${fact.rule.split('/').at(-1)}`;
	if (fact.line.word === 'ended' && has(ending)) return text(ending);
	return tell(fact.line, 'fact', naming.seatName, (kind, id) =>
		kind === 'card' ? cardMarked(id) : has(`${kind}.${id}`) ? text(`${kind}.${id}`) : id,
	);
}

function took(entry: FoldedLine, naming: Naming): string {
	const [taken] = entry.facts;
	const [lies] = of(entry, 'virus-placed');
	if (!lies) return plain(taken, naming);
	const [got] = of(entry, 'pills-received');
	const values = { seat: who(taken, naming), card: card(taken), n: numberOf(lies) };
	return got
		? t('web.pharmacy.log.took-pills', { ...values, pills: pillsNamed(pillsIn(got)) })
		: t('web.pharmacy.log.took', values);
}

function kept(entry: FoldedLine, naming: Naming): string {
	const [keeps] = entry.facts;
	const [lies] = of(entry, 'virus-placed');
	const unable = keeps?.rule === 'pass/unable';
	const seat = who(keeps, naming);
	if (!lies) {
		const values = { seat, card: t('web.pharmacy.log.the-injection') };
		return unable ? t('web.pharmacy.log.unable', values) : t('fact.card-kept', values);
	}
	const values = { seat, card: card(keeps) };
	const n = numberOf(lies);
	return unable
		? t('web.pharmacy.log.unable-virus', { ...values, n })
		: t('web.pharmacy.log.kept', { ...values, n });
}

/** Returns the text about a passed card, with its price. */
function passed(entry: FoldedLine, naming: Naming): string {
	const [cost] = of(entry, 'pills-staked', 'pills-paid', 'pill-given');
	const [on] = of(entry, 'card-passed', 'risk-passed');
	if (!on) return plain(cost, naming);
	const values = { seat: who(on, naming), seat2: who(on, naming, 1), n: numberOf(on) };
	if (!cost) return on.line.word === 'risk-passed' ? plain(on, naming) : t('web.pharmacy.log.passed', values);
	const paid = { ...values, pills: pillsNamed(pillsIn(cost)) };
	if (cost.rule === 'dare/dodge') return dodged(cost, on, paid, naming);
	return on.line.word === 'risk-passed'
		? t('web.pharmacy.log.paid-risk', paid)
		: t('web.pharmacy.log.paid', paid);
}

/**
 * Returns the text about the pill that a risk card's player gets when the card is passed on. The card may
 * be passed to that same player.
 */
function dodged(cost: LogFact, on: LogFact, paid: Values, naming: Naming): string {
	const values = { ...paid, owner: who(cost, naming, 1) };
	return said(cost, 'seat', 1) === said(on, 'seat', 1)
		? t('web.pharmacy.log.dodged-back', values)
		: t('web.pharmacy.log.dodged', values);
}

/** Returns the text about the extra price of passing a card to the doctor, by the house rule. */
const respect = (entry: FoldedLine, naming: Naming) =>
	of(entry, 'pill-given')
		.filter((f) => f.rule !== 'dare/dodge')
		.map((f) => plain(f, naming));

/** Returns the text about the effect of an injection. */
function injected(entry: FoldedLine): string {
	const [hit] = of(entry, 'virus-injected');
	const [unused] = of(entry, 'injection-unused');
	if (hit) {
		const values = { card: card(hit), n: numberOf(hit) };
		return said(hit, 'dose') === 'second'
			? t('web.pharmacy.log.killed', values)
			: t('web.pharmacy.log.halved', values);
	}
	if (!unused) return '';
	return unused.rule === 'inject/third' ? t('web.pharmacy.log.third') : t('web.pharmacy.log.unused');
}

function missing(entry: FoldedLine): string {
	const [none] = of(entry, 'pills-missing');
	return none ? t('web.pharmacy.log.missing', { pills: pillsNamed(pillsIn(none)) }) : '';
}

/** Returns texts about who received the stakes. */
function stakes(entry: FoldedLine, naming: Naming): string[] {
	const [back] = of(entry, 'stake-returned');
	const lost = of(entry, 'stake-lost');
	const [got] = of(entry, 'pills-received');
	return [
		back ? t('web.pharmacy.log.stake-back', { pills: pillsNamed(pillsIn(back)) }) : '',
		lost.length > 0
			? t('web.pharmacy.log.stakes', { seats: list(lost.map((f) => who(f, naming))), n: lost.length })
			: '',
		got ? t('web.pharmacy.log.stock', { pills: pillsNamed(pillsIn(got)) }) : '',
		missing(entry),
	];
}

/** Returns the texts of the line's other facts, one for each. */
const others = (entry: FoldedLine, naming: Naming) =>
	of(entry, 'pill-given', 'pill-returned', 'titled').map((f) => plain(f, naming));

function opened(entry: FoldedLine, naming: Naming): string {
	const [open] = entry.facts;
	return open?.rule === 'dare/unable'
		? t('web.pharmacy.log.opened-unable', { seat: who(open, naming), card: card(open) })
		: plain(open, naming);
}

/** Returns texts about the effects of a risk card. */
function effects(entry: FoldedLine, naming: Naming): string[] {
	const opener = seatOf(entry.facts[0]);
	const [caught] = of(entry, 'virus-caught');
	const [lies] = of(entry, 'virus-placed');
	const [got] = of(entry, 'pills-received');
	const given = of(entry, 'pill-given');
	const returned = of(entry, 'pill-returned');
	const [doomed] = of(entry, 'diagnosed');
	const [patient] = of(entry, 'nursed');
	const out: string[] = [];
	if (caught)
		out.push(
			t('web.pharmacy.log.caught', { card: card(caught), seat: who(caught, naming, 1), n: numberOf(lies) }),
		);
	else if (lies) out.push(lying(lies, opener, naming));
	if (got) out.push(t('web.pharmacy.log.stock', { pills: pillsNamed(pillsIn(got)) }));
	if (given.length > 0) out.push(gave(given, opener, naming));
	if (returned.length > 0)
		out.push(t('web.pharmacy.log.returned', { pills: shares(returned, opener, naming) }));
	if (of(entry, 'declined').length > 0) out.push(t('web.pharmacy.log.declined'));
	if (doomed) out.push(t('web.pharmacy.log.diagnosed', { seat: who(doomed, naming, 1) }));
	if (patient) out.push(t('web.pharmacy.log.nursed', { seat: who(patient, naming, 1) }));
	for (const f of of(entry, 'nothing-caught', 'nothing-returned', 'not-collected', 'titled'))
		out.push(plain(f, naming));
	return out;
}

/** Returns the text about a risk card that becomes a virus in front of a seat. */
function lying(lies: LogFact, opener: number | undefined, naming: Naming): string {
	const n = numberOf(lies);
	return seatOf(lies) === opener
		? t('web.pharmacy.log.sick', { n })
		: t('web.pharmacy.log.hit', { seat: who(lies, naming), n });
}

/** Returns the text about pills that one player gives another: a sample, or the payment of a guinea pig. */
function gave(given: LogFact[], opener: number | undefined, naming: Naming): string {
	const [first] = given;
	if (seatOf(first) === opener)
		return t('web.pharmacy.log.gave', { seat: who(first, naming, 1), pills: pillsNamed(pillsIn(first)) });
	return t('web.pharmacy.log.collected', { pills: shares(given, opener, naming) });
}

/**
 * Returns a text about who owned the pills: “1 blue from Ada and 1 red from Bo”. Pills of the card's opener
 * are listed without an owner.
 */
function shares(fact: LogFact[], opener: number | undefined, naming: Naming): string {
	return list(
		fact.map((f) => {
			const pills = pillsNamed(pillsIn(f));
			return seatOf(f) === opener ? pills : t('web.pharmacy.log.share', { pills, seat: who(f, naming) });
		}),
	);
}

const guesses = ['guess-right', 'guess-wrong', 'guess-void'];

/** Returns the text about the result of a round. */
function points(entry: FoldedLine, naming: Naming): string {
	const parts = of(entry, 'scored', 'scored-minus').map((f) => {
		const n = numberOf(f);
		// The text has a real minus sign, because screen readers skip hyphens.
		const won = f.line.word === 'scored' ? number(n) : `−${number(n)}`;
		return t('web.pharmacy.log.point', { seat: who(f, naming), n: won });
	});
	return t('web.pharmacy.log.round', { n: numberOf(entry.facts[0]), points: list(parts, 'unit') });
}
