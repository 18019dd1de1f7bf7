// What happened, as things that fly across the table: read from the facts of an update.
// The position is already the new one; a flight only shows how it came about.

import { type Line, operand, read } from '../../../i18n/notation.ts';
import { type Colour, colours, facts as vocabulary } from '../box.ts';

export type Thing =
	| { kind: 'card'; card: string }
	| { kind: 'risk' | 'syringe' | 'ambulance' }
	| { kind: 'pill'; colour: Colour };

/** A thing, and the anchors that it flies between (data-anchor). */
export interface Flight {
	thing: Thing;
	from: string;
	to: string;
	/** When it begins, in ms. */
	at: number;
}

/** So many at once can still be followed. */
export const most = 12;
/** How long one takes, and how much later the next one begins, in ms. */
export const takes = 420;
const later = 110;

type Leg = Omit<Flight, 'at'>;

/** The flights of some facts. `going` is the card that went round before, if it was known. */
export function flightsOf(facts: readonly string[], going?: string): Flight[] {
	const legs: Leg[] = [];
	let card = going;
	let placed = false;
	const lines = facts.map((fact) => read(fact, vocabulary));
	for (const [i, line] of lines.entries()) {
		if (line.word === 'round-began') break; // what was dealt anew came from nowhere on this table
		const named = operand(line, 'card');
		if (line.word === 'card-sent') card = named;
		if (line.word === 'card-taken' || line.word === 'card-kept' || line.word === 'virus-caught')
			placed = true;
		if (line.word === 'virus-placed' && placed) continue; // it has just flown there
		legs.push(...legsOf(line, pileAfter(lines, i), card));
	}
	return legs.slice(0, most).map((leg, i) => ({ ...leg, at: i * later }));
}

/** The pile that a card came from: the facts turn its next card over right after, or say that it is empty. */
function pileAfter(lines: readonly Line[], i: number): string {
	const next = lines.slice(i + 1).find((l) => l.word === 'card-turned' || l.word === 'pile-emptied');
	return `pile-${(next && operand(next, 'pile')) ?? 'left'}`;
}

function legsOf(line: Line, pile: string, going: string | undefined): Leg[] {
	const [one, other] = line.operands.filter((o) => o.kind === 'seat').map((o) => o.value);
	const named = operand(line, 'card') ?? '';
	const seat = `seat-${one}`;
	const fly = (thing: Thing, from: string, to: string): Leg[] => [{ thing, from, to }];
	const card = (id: string): Thing => ({ kind: 'card', card: id });
	const pills = (from: string, to: string): Leg[] =>
		pillsOf(line).flatMap((colour) => fly({ kind: 'pill', colour }, from, to));
	switch (line.word) {
		case 'card-taken':
			return fly(card(named), pile, seat);
		case 'card-sent':
			return fly(card(named), pile, `travel-${other}`);
		case 'card-passed':
			return going ? fly(card(going), seat, `travel-${other}`) : [];
		case 'card-kept':
			return fly(card(named), `travel-${one}`, seat);
		case 'risk-sent':
		case 'risk-passed':
			return fly({ kind: 'risk' }, seat, `travel-${other}`);
		case 'risk-opened':
			return fly(card(named), `travel-${one}`, 'open');
		case 'virus-placed':
			return fly(card(named), 'open', seat);
		case 'virus-caught':
			return fly(card(named), `seat-${other}`, seat);
		case 'virus-injected':
			return fly({ kind: 'syringe' }, seat, `virus-${one}-${named}`);
		case 'injection-got':
			return fly({ kind: 'syringe' }, 'open', seat);
		case 'nursed':
			return fly(card('nurse'), seat, `seat-${other}`);
		case 'diagnosed':
			return fly(card('diagnosis'), seat, `seat-${other}`);
		case 'intensive-care':
			return fly({ kind: 'ambulance' }, 'door', seat);
		case 'pills-staked':
			return pills(seat, `stake-${one}`);
		case 'stake-returned':
			return pills(`stake-${one}`, seat);
		case 'stake-lost':
			return pills(`stake-${one}`, 'stock');
		case 'pills-paid':
		case 'pill-returned':
			return pills(seat, 'stock');
		case 'pills-received':
			return pills('stock', seat);
		case 'pill-given':
			return pills(seat, `seat-${other}`);
		default:
			return [];
	}
}

/** Every pill that a line names. */
function pillsOf(line: Line): Colour[] {
	const one = operand(line, 'pill');
	if (one !== undefined) return [one as Colour];
	return colours.flatMap((colour) => Array<Colour>(Number(operand(line, colour) ?? 0)).fill(colour));
}

/** Where to look for an anchor, the closest first: what lies before a seat may be gone, the seat is there. */
export function anchorsOf(anchor: string): string[] {
	const [kind, seat] = anchor.split('-');
	if (kind === 'travel' || kind === 'stake' || kind === 'virus') return [anchor, `seat-${seat}`];
	return anchor === 'open' ? [anchor, 'stock'] : [anchor];
}
