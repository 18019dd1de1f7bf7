// The lines of a map game's log in words.

import { tell } from '../../../i18n/notation.ts';
import { has, list, name, text } from '../../../i18n/words.svelte.ts';
import { type Entry, type LogFact, said, seatOf } from '../../../table/entry.ts';
import { marked } from '../../../table/sentences.ts';
import type { Naming } from '../../presenter.ts';
import { endWords } from '../end/words.ts';

/** What tells that a building stands somewhere, and where: the last city that it names. */
const built = new Set(['station-built', 'hospital-built', 'hospital-moved']);
const lastCity = (fact: LogFact) => said(fact, 'city', 1) || said(fact, 'city');

/** Lines in which a place stands for its own disease: cards, and what they bring. */
const coloured = new Set(['drew', 'dealt', 'discarded', 'told', 'infected', 'scattered']);

export function markOf(entry: Entry, place: string, presenter: Naming): string | undefined {
	return coloured.has(entry.form) ? presenter.diseaseOf?.(place) : undefined;
}

/** A line in words. */
export function words(entry: Entry, presenter: Naming): string {
	const { facts } = entry;
	const [first] = facts;
	const naming = namer(presenter);
	const seat = entry.seats[0] === undefined ? '' : presenter.seatName(entry.seats[0]);
	const of = (word: string) => facts.filter((f) => f.line.word === word);
	const named = (fact: LogFact[], kind: string) => list(fact.map((f) => naming(kind, said(f, kind))));
	switch (entry.form) {
		case 'went': {
			const last = facts.at(-1);
			const key = `web.log.went.${last?.rule.split('/').at(-1)}`;
			const values = {
				seat,
				city: named(of('pawn-moved'), 'city'),
				card: named(of('card-discarded'), 'card'),
			};
			return has(key) ? text(key, values) : text('fact.pawn-moved', values);
		}
		case 'treated':
			return text('web.log.treated', {
				seat,
				city: naming('city', said(first, 'city')),
				disease: naming('disease', said(first, 'disease')),
				n: facts.reduce((sum, f) => sum + Number(said(f, 'number')), 0),
			});
		case 'built':
			return text('web.log.built', {
				seat,
				city: list(facts.filter((f) => built.has(f.line.word)).map((f) => naming('city', lastCity(f)))),
			});
		case 'laid':
			return text('web.log.laid', {
				seat,
				lines: list(
					facts.map((f) => `${naming('city', said(f, 'city'))} – ${naming('city', said(f, 'city', 1))}`),
				),
				n: facts.length,
			});
		case 'purified': {
			const [placed] = of('tokens-placed');
			const done = text('web.log.purified', {
				seat,
				region: naming('region', said(placed, 'region')),
				n: Number(said(placed, 'number')),
			});
			const spent = of('card-discarded');
			return spent.length === 0 ? done : `${done} ${text('web.log.spent', { cards: named(spent, 'card') })}`;
		}
		case 'cured': {
			const spent = of('card-discarded');
			const cured = text('web.log.cured', {
				seat,
				disease: naming('disease', said([...of('cured'), ...of('researched')][0], 'disease')),
			});
			return spent.length === 0
				? cured
				: `${cured} ${text('web.log.spent', { cards: named(spent, 'card') })}`;
		}
		case 'drew':
		case 'dealt':
			return text(`web.log.${entry.form}`, { seat, cards: cards(entry, naming) });
		case 'discarded':
			return text('web.log.discarded', { seat, cards: named(facts, 'card') });
		case 'told':
			return text('web.log.told', { seat, cards: named(facts, 'card') });
		case 'removed':
			return text('fact.discarded-first', { card: named(facts, 'card') });
		case 'infected':
			return text('web.log.infected', { cities: named(facts, 'city'), n: facts.length });
		case 'scattered':
			return text('web.log.scattered', {
				cities: named(facts, 'city'),
				n: Number(said(first, 'number')),
				all: facts.length,
			});
		case 'outbreak':
			return outbreak(facts, presenter);
		case 'passed': {
			const who = [...new Set(facts.map((f) => presenter.seatName(seatOf(f) ?? 0)))];
			return text('web.log.passed', { seats: list(who) });
		}
		case 'shown': {
			const seen = facts.slice(1);
			const line = first ? tell(first.line, 'fact', presenter.seatName, naming) : '';
			return seen.length === 0
				? line
				: `${line} ${text('web.log.top', { cities: list(seen.map((f) => naming('card', said(f, 'city') || said(f, 'card')))) })}`;
		}
		default:
			return facts
				.map((f) => plain(f, facts, presenter))
				.filter(Boolean)
				.join(' ');
	}
}

/** A fact by its own message, and whose doing it was where a role was behind it. */
function plain(fact: LogFact, all: LogFact[], presenter: Naming): string {
	const { line, rule } = fact;
	const naming = namer(presenter);
	// An event that was played goes to its discard: the log leaves that out.
	if (line.word === 'card-discarded' && /^event-(re)?played$/.test(all[0]?.line.word ?? '')) return '';
	if (line.word === 'ended') return endWords(rule, presenter.ways) ?? tell(line, 'fact', String);
	// Where a seat goes by its role, the two need not be told apart.
	const part = name('role', said(fact, 'role'));
	if (line.word === 'role-dealt' && presenter.seatName(seatOf(fact) ?? 0) === part)
		return text('web.log.role', { role: part });
	const values = {
		city: naming('city', said(fact, 'city')),
		disease: naming('disease', said(fact, 'disease')),
	};
	if (line.word === 'placement-prevented' && rule === 'disease/eradicated')
		return text('fact.placement-prevented.eradicated', values);
	const words = tell(line, 'fact', presenter.seatName, naming);
	const [, role, deed] = /^role\/([^/]+)\/(block|clean)$/.exec(rule) ?? [];
	return role ? `${words} ${text(`web.log.${deed}`, { role: name('role', role) })}` : words;
}

/** An outbreak with all that it did. */
function outbreak(facts: LogFact[], presenter: Naming): string {
	const naming = namer(presenter);
	const named = (fact: LogFact[]) => list(fact.map((f) => naming('city', said(f, 'city'))));
	const of = (word: string) => facts.filter((f) => f.line.word === word);
	const [start] = facts;
	const out = start ? [tell(start.line, 'fact', presenter.seatName, naming)] : [];
	const hit = of('cubes-placed');
	const spared = of('outbreak-spared');
	if (hit.length > 0) out.push(text('web.log.spread', { cities: named(hit) }));
	for (const f of [...of('placement-prevented'), ...of('token-spent')]) out.push(plain(f, facts, presenter));
	if (spared.length > 0) out.push(text('web.log.spared', { cities: named(spared), n: spared.length }));
	return out.join(' ');
}

/** Cards that one may know by their names, the others by their number. */
function cards(entry: Entry, naming: (kind: string, id: string) => string): string {
	const drawn = entry.facts.filter((f) => f.line.word.startsWith('card-drawn'));
	const known = drawn.map((f) => said(f, 'card')).filter((card) => card !== '' && card !== '?');
	const dealt = Number(said(entry.facts[0], 'number') || drawn.length);
	const hidden = Math.max(dealt, drawn.length) - known.length;
	const names = known.map((card) => naming('card', card));
	if (hidden > 0) names.push(text('web.log.cards', { n: hidden }));
	return list(names);
}

/** Names that can be found again in a message. */
function namer(presenter: Naming): (kind: string, id: string) => string {
	return (kind, id) => {
		const shown = name(kind, id);
		if (kind === 'disease') return marked('disease', id, shown);
		return presenter.isPlace(id) ? marked('place', id, shown) : shown;
	};
}
