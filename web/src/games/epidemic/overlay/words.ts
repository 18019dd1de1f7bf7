// The texts of announcements: who did what, and its effect.

import { type Line, operand, tell } from '../../../i18n/notation.ts';
import { has, list, name, t, text } from '../../../i18n/words.svelte.ts';
import { effectOf } from '../art/words.ts';
import type { Beat } from '../board/beats.ts';
import { reached } from '../board/waves.ts';
import { causeOf } from '../end/words.ts';
import { outcomeOf } from '../head/status.ts';
import type { GameParts } from '../model/parts.ts';
import type { PlayerSession } from '../session.svelte.ts';

/**
 * The style of an announcement: `wine` for bad news, `gold` for success, `night` for another player's event
 * card, `paper` for anything else.
 */
type Tone = 'wine' | 'gold' | 'night' | 'paper';

export interface Words {
	title: string;
	detail: string;
}

const city = (id: string) => name('city', id);
const of = (beat: Beat, ...words: string[]) => beat.facts.filter((f) => words.includes(f.word));
const count = (line: Line | undefined) => Number((line && operand(line, 'number')) ?? 0);

export function toneOf(beat: Beat): Tone {
	if (beat.kind === 'cure') return 'gold';
	if (beat.kind === 'event') return 'night';
	if (beat.step || ['wave', 'burst', 'alarm', 'epidemic'].includes(beat.kind)) return 'wine';
	return 'paper';
}

/** Returns the seat whose portrait is next to the text. */
export function speakerOf(beat: Beat): number | undefined {
	if (beat.kind === 'cure') return beat.by;
	if (beat.kind !== 'event' && beat.kind !== 'draw') return undefined;
	const first = beat.facts[0];
	return first && Number(operand(first, 'seat'));
}

/** Returns the event card that a beat shows. */
export function eventOf(beat: Beat): string | undefined {
	const [first] = beat.facts;
	return beat.kind === 'event' && first ? operand(first, 'event') : undefined;
}

/**
 * Returns a card that no player chose to draw and that makes the position worse: an incident, or a card of
 * the strain.
 */
export function alarmOf(beat: Beat): { kind: 'event' | 'strain'; card: string } | undefined {
	const [first] = beat.facts;
	if (beat.kind !== 'alarm' || !first) return undefined;
	const [incident, strain] = [operand(first, 'event'), operand(first, 'strain-card')];
	return strain ? { kind: 'strain', card: strain } : incident ? { kind: 'event', card: incident } : undefined;
}

/** Returns the cards drawn in a beat (a step of the animation); ? stands for a hidden card. */
export function drawnOf(beat: Beat): string[] {
	return of(beat, 'card-drawn', 'card-drawn-hidden').map((f) => operand(f, 'card') ?? '?');
}

/** Returns the disease that a beat shows as cured, researched or eradicated. */
export function curedOf(beat: Beat): string {
	const [first] = beat.facts;
	return (first && operand(first, 'disease')) ?? '';
}

/** Returns the text that announces a beat. `winners` is as for outcomeOf. */
export function wordsOf(beat: Beat, session: PlayerSession, winners?: GameParts['winners']): Words {
	const [first] = beat.facts;
	const rate = session.box.numbers.rate[session.shown.position?.rate ?? 0] ?? 0;
	switch (beat.kind) {
		case 'epidemic':
			return {
				title: t('web.moment.epidemic'),
				detail: t('web.moment.epidemic.detail', { n: count(of(beat, 'rate-raised')[0]) || rate }),
			};
		case 'infection':
			return infection(beat, session, rate);
		case 'intensified':
			return {
				title: t('web.moment.intensified', { n: count(first) }),
				detail: t('web.moment.intensified.detail'),
			};
		case 'wave':
		case 'burst':
			return outbreak(beat, session);
		case 'cure':
			return cure(beat, session);
		case 'event':
			return event(beat, session);
		case 'draw':
			return draw(beat, session);
		case 'end':
			return { title: outcomeOf(session, winners), detail: ending(beat, session) };
		default:
			return {
				title: first ? tell(first, 'fact', session.seatName) : '',
				detail: effectOf(alarmOf(beat)?.card ?? '') ?? '',
			};
	}
}

/** Returns why the game ended. */
function ending(beat: Beat, session: PlayerSession): string {
	return causeOf(session, session.live.update?.over?.cause ?? beat.facts[0]?.rule ?? '') ?? '';
}

function infection(beat: Beat, { box }: PlayerSession, rate: number): Words {
	const [placed] = of(beat, 'cubes-placed');
	const place = beat.lit[0] ?? '';
	if (beat.step) {
		const disease = name('disease', (placed && operand(placed, 'disease')) ?? box.diseaseOf(place) ?? '');
		return {
			title: placed
				? t('web.moment.infect', { city: city(place), n: count(placed), disease })
				: t('web.moment.infect.none', { city: city(place) }),
			detail: t('web.moment.infect.detail'),
		};
	}
	return {
		title: t('web.moment.infection', { cities: list((beat.row ?? beat.lit).map(city)) }),
		detail: t('web.moment.infection.detail', { n: rate }),
	};
}

function outbreak(beat: Beat, { box }: PlayerSession): Words {
	const hit = [...new Set(beat.outbreaks.flatMap(reached))];
	const n = Math.max(...beat.outbreaks.map((o) => o.n));
	const key = beat.first > 1 ? 'web.moment.chain' : 'web.moment.outbreak';
	const values = { n, all: box.numbers.outbreaks, cities: list(hit.map(city)) };
	return {
		title: t(key, { n: beat.outbreaks.length, cities: list(beat.outbreaks.map((o) => city(o.city))) }),
		detail: hit.length > 0 ? t('web.moment.outbreak.reach', values) : t('web.moment.outbreak.count', values),
	};
}

function cure(beat: Beat, session: PlayerSession): Words {
	const [first] = beat.facts;
	const gone = of(beat, 'eradicated').length > 0;
	const disease = name('disease', curedOf(beat));
	if (first?.word === 'eradicated' || gone)
		return { title: t('web.moment.eradicated', { disease }), detail: t('web.moment.eradicated.detail') };
	const seat = beat.by === undefined ? undefined : session.position?.seats[beat.by];
	return {
		title: text(first?.word === 'researched' ? 'web.moment.researched' : 'web.moment.cured', { disease }),
		detail: seat
			? t('web.moment.cured.detail', { seat: session.seatName(seat.seat), city: city(seat.pawn) })
			: '',
	};
}

/** Returns the text about an event card: what it has just done, or otherwise the card's own text. */
function event(beat: Beat, session: PlayerSession): Words {
	const card = eventOf(beat) ?? '';
	const seat = session.seatName(speakerOf(beat) ?? 0);
	const done = beat.facts
		.slice(1)
		.filter((f) => has(`fact.${f.word}`) && f.word !== 'card-discarded' && f.word !== 'event-in-force')
		.map((f) => tell(f, 'fact', session.seatName));
	return {
		title: t('web.moment.event', { seat, event: name('event', card) }),
		detail: done.join(' ') || (effectOf(card) ?? ''),
	};
}

function draw(beat: Beat, session: PlayerSession): Words {
	const cards = drawnOf(beat);
	const known = cards.filter((c) => c !== '?').map((c) => name('card', c));
	const hidden = cards.length - known.length;
	if (hidden > 0) known.push(text('web.log.cards', { n: hidden }));
	return {
		title: t('web.moment.draw', { seat: session.seatName(speakerOf(beat) ?? 0), cards: list(known) }),
		detail: t('web.moment.draw.detail', { n: session.shown.position?.deckSize ?? 0 }),
	};
}
