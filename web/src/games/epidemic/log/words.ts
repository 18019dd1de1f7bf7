// Turns the lines of a map game's log into texts.

import { tell } from '../../../i18n/notation.ts';
import { has, list, name, text } from '../../../i18n/words.svelte.ts';
import { type FoldedLine, type LogFact, said, seatOf } from '../../../table/folded.ts';
import { marked } from '../../../table/sentences.ts';
import type { Naming } from '../../presenter.ts';
import { endWords } from '../end/words.ts';

/** The facts about a building. Their city is the last one that they name. */
const built = new Set(['station-built', 'hospital-built', 'hospital-moved']);
const lastCity = (fact: LogFact) => said(fact, 'city', 1) || said(fact, 'city');

/** Facts whose city is shown with the mark of its own disease: facts about cards and what they do. */
const coloured = new Set(['drew', 'dealt', 'discarded', 'told', 'infected', 'scattered']);

export function markOf(entry: FoldedLine, place: string, presenter: Naming): string | undefined {
	return coloured.has(entry.form) ? presenter.diseaseOf?.(place) : undefined;
}

/** Returns a log line as text. */
export function words(entry: FoldedLine, presenter: Naming): string {
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

/** Returns the text of a single fact, followed by the role that caused it, if one did. */
function plain(fact: LogFact, all: LogFact[], presenter: Naming): string {
	const { line, rule } = fact;
	const naming = namer(presenter);
	// If an event was played, the log does not also mention that its card was discarded.
	if (line.word === 'card-discarded' && /^event-(re)?played$/.test(all[0]?.line.word ?? '')) return '';
	if (line.word === 'ended') return endWords(rule, presenter.ways) ?? tell(line, 'fact', String);
	// If a seat is named by its role, the role is not repeated.
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

/** Returns the text about an outbreak with all its effects. */
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

/** Returns the text for a list of cards: visible cards by name, hidden ones by their number. */
function cards(entry: FoldedLine, naming: (kind: string, id: string) => string): string {
	const drawn = entry.facts.filter((f) => f.line.word.startsWith('card-drawn'));
	const known = drawn.map((f) => said(f, 'card')).filter((card) => card !== '' && card !== '?');
	const dealt = Number(said(entry.facts[0], 'number') || drawn.length);
	const hidden = Math.max(dealt, drawn.length) - known.length;
	const names = known.map((card) => naming('card', card));
	if (hidden > 0) names.push(text('web.log.cards', { n: hidden }));
	return list(names);
}

/**
 * Returns a function that names cities, cards and diseases, marked so that a finished text still shows
 * where they are.
 */
function namer(presenter: Naming): (kind: string, id: string) => string {
	return (kind, id) => {
		const shown = name(kind, id);
		if (kind === 'disease') return marked('disease', id, shown);
		return presenter.isPlace(id) ? marked('place', id, shown) : shown;
	};
}
