// Finds the pieces to animate from the facts (events) of an update. The table already shows the new
// position; the flying pieces only show how it came about.

import { type Line, operand, read } from '../../../i18n/notation.ts';
import { type Colour, colours, facts as vocabulary } from '../box.ts';

type Thing =
	| { kind: 'card'; card: string }
	| { kind: 'risk' | 'syringe' | 'ambulance' }
	| { kind: 'pill'; colour: Colour };

/** A flying piece, and the two elements between which it flies, by their data-anchor. */
export interface Flight {
	thing: Thing;
	from: string;
	to: string;
	/** When the flight starts, in ms after the update. */
	at: number;
}

/** The largest number of flights that one update may show. */
export const most = 12;
/** The duration of a flight, and the delay between the starts of two flights, in ms. */
export const takes = 420;
const later = 110;

type Leg = Omit<Flight, 'at'>;

/**
 * Returns the flights for some facts. `going` is the card that was being passed around before them, if known.
 */
export function flightsOf(facts: readonly string[], going?: string): Flight[] {
	const legs: Leg[] = [];
	let card = going;
	let placed = false;
	const lines = facts.map((fact) => read(fact, vocabulary));
	for (const [i, line] of lines.entries()) {
		if (line.word === 'round-began') break; // newly dealt cards have no origin on the table to fly from
		const named = operand(line, 'card');
		if (line.word === 'card-sent') card = named;
		if (line.word === 'card-taken' || line.word === 'card-kept' || line.word === 'virus-caught')
			placed = true;
		if (line.word === 'virus-placed' && placed) continue; // the taken card's own flight shows this already
		legs.push(...legsOf(line, pileAfter(lines, i), card));
	}
	return legs.slice(0, most).map((leg, i) => ({ ...leg, at: i * later }));
}

/**
 * Returns the pile that a card came from. A later fact turns over the next card of that pile, or reports
 * that the pile is empty.
 */
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

/** Returns every pill that a line of the log names. */
function pillsOf(line: Line): Colour[] {
	const one = operand(line, 'pill');
	if (one !== undefined) return [one as Colour];
	return colours.flatMap((colour) => Array<Colour>(Number(operand(line, colour) ?? 0)).fill(colour));
}

/**
 * Returns the elements to try for an end of a flight, the closest first. A card in front of a seat may be
 * gone, but its seat always exists.
 */
export function anchorsOf(anchor: string): string[] {
	const [kind, seat] = anchor.split('-');
	if (kind === 'travel' || kind === 'stake' || kind === 'virus') return [anchor, `seat-${seat}`];
	return anchor === 'open' ? [anchor, 'stock'] : [anchor];
}
