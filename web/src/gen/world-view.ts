// Written by go run ./internal/gen from what the game's view writes. Not to be edited.

export type SeatId =
	| '0'
	| '1'
	| '2'
	| '3'
	| '4'
	| '5';

export type Card =
	| 'san-francisco'
	| 'chicago'
	| 'atlanta'
	| 'montreal'
	| 'new-york'
	| 'washington'
	| 'london'
	| 'madrid'
	| 'paris'
	| 'essen'
	| 'milan'
	| 'st-petersburg'
	| 'los-angeles'
	| 'mexico-city'
	| 'miami'
	| 'bogota'
	| 'lima'
	| 'santiago'
	| 'buenos-aires'
	| 'sao-paulo'
	| 'lagos'
	| 'kinshasa'
	| 'johannesburg'
	| 'khartoum'
	| 'moscow'
	| 'istanbul'
	| 'algiers'
	| 'cairo'
	| 'baghdad'
	| 'riyadh'
	| 'tehran'
	| 'karachi'
	| 'delhi'
	| 'mumbai'
	| 'kolkata'
	| 'chennai'
	| 'beijing'
	| 'seoul'
	| 'tokyo'
	| 'shanghai'
	| 'hong-kong'
	| 'taipei'
	| 'osaka'
	| 'bangkok'
	| 'jakarta'
	| 'ho-chi-minh-city'
	| 'manila'
	| 'sydney'
	| 'epidemic'
	| 'airlift'
	| 'forecast'
	| 'government-grant'
	| 'one-quiet-night'
	| 'resilient-population';

export type City =
	| 'san-francisco'
	| 'chicago'
	| 'atlanta'
	| 'montreal'
	| 'new-york'
	| 'washington'
	| 'london'
	| 'madrid'
	| 'paris'
	| 'essen'
	| 'milan'
	| 'st-petersburg'
	| 'los-angeles'
	| 'mexico-city'
	| 'miami'
	| 'bogota'
	| 'lima'
	| 'santiago'
	| 'buenos-aires'
	| 'sao-paulo'
	| 'lagos'
	| 'kinshasa'
	| 'johannesburg'
	| 'khartoum'
	| 'moscow'
	| 'istanbul'
	| 'algiers'
	| 'cairo'
	| 'baghdad'
	| 'riyadh'
	| 'tehran'
	| 'karachi'
	| 'delhi'
	| 'mumbai'
	| 'kolkata'
	| 'chennai'
	| 'beijing'
	| 'seoul'
	| 'tokyo'
	| 'shanghai'
	| 'hong-kong'
	| 'taipei'
	| 'osaka'
	| 'bangkok'
	| 'jakarta'
	| 'ho-chi-minh-city'
	| 'manila'
	| 'sydney';

export type Disease =
	| 'blue'
	| 'yellow'
	| 'black'
	| 'red';

export type Role =
	| 'contingency-planner'
	| 'dispatcher'
	| 'medic'
	| 'operations-expert'
	| 'quarantine-specialist'
	| 'researcher'
	| 'scientist';

export type Event =
	| 'airlift'
	| 'forecast'
	| 'government-grant'
	| 'one-quiet-night'
	| 'resilient-population';

/** What everybody knows of a seat. */
export interface SeatAtTable {
	role: Role;
	pawn: City;
	/** An event that lies on the role card. */
	stash?: Card;
	/** Events whose windows the seat lets go until its next turn. */
	waived?: Event[];
}

export type Stage =
	| 'actions'
	| 'before-draw'
	| 'draw'
	| 'epidemics'
	| 'hand-limit'
	| 'before-infection'
	| 'infection'
	| 'end';

export type OnceVerb =
	| 'special-flight';

/** A chain of outbreaks: the cities that break out, in order, and how many are done. */
export interface Spread {
	cities?: City[];
	disease?: Disease;
	done?: number;
	/** Neighbours that the current outbreak has still to reach. */
	left?: City[];
	floor?: number;
}

export type Ending =
	| 'won'
	| 'outbreaks'
	| 'cubes'
	| 'cards';

/** Cards of the infection deck that lie in unknown order between two places from the top, the top being 0. */
export interface InfectionClass {
	cards: City[];
	from?: number;
	to?: number;
}

export type Watcher =
	| '0'
	| '1'
	| '2'
	| '3'
	| '4'
	| '5'
	| '-'
	| 'spectators';

/** Who has looked at a place of the infection deck. */
export interface LookedAt {
	'from-top'?: number;
	seats: Watcher[];
}

export type QuestionStep =
	| 'action'
	| 'move-pawn'
	| 'choose-city'
	| 'choose-card'
	| 'order'
	| 'consent'
	| 'request'
	| 'discard'
	| 'window';

export type Moment =
	| 'open'
	| 'before-intensify';

export type Verb =
	| 'drive'
	| 'direct'
	| 'charter'
	| 'shuttle'
	| 'build'
	| 'move-station'
	| 'treat'
	| 'give'
	| 'take'
	| 'ask'
	| 'cure'
	| 'draw'
	| 'discard'
	| 'pass'
	| 'waive'
	| 'to'
	| 'spend'
	| 'put'
	| 'agree'
	| 'hand'
	| 'refuse'
	| 'store'
	| 'dispatch'
	| 'join'
	| 'special-flight'
	| 'airlift'
	| 'forecast'
	| 'government-grant'
	| 'one-quiet-night'
	| 'resilient-population';

export type OperandName =
	| 'san-francisco'
	| 'chicago'
	| 'atlanta'
	| 'montreal'
	| 'new-york'
	| 'washington'
	| 'london'
	| 'madrid'
	| 'paris'
	| 'essen'
	| 'milan'
	| 'st-petersburg'
	| 'los-angeles'
	| 'mexico-city'
	| 'miami'
	| 'bogota'
	| 'lima'
	| 'santiago'
	| 'buenos-aires'
	| 'sao-paulo'
	| 'lagos'
	| 'kinshasa'
	| 'johannesburg'
	| 'khartoum'
	| 'moscow'
	| 'istanbul'
	| 'algiers'
	| 'cairo'
	| 'baghdad'
	| 'riyadh'
	| 'tehran'
	| 'karachi'
	| 'delhi'
	| 'mumbai'
	| 'kolkata'
	| 'chennai'
	| 'beijing'
	| 'seoul'
	| 'tokyo'
	| 'shanghai'
	| 'hong-kong'
	| 'taipei'
	| 'osaka'
	| 'bangkok'
	| 'jakarta'
	| 'ho-chi-minh-city'
	| 'manila'
	| 'sydney'
	| 'blue'
	| 'yellow'
	| 'black'
	| 'red'
	| '0'
	| '1'
	| '2'
	| '3'
	| '4'
	| '5'
	| 'epidemic'
	| 'airlift'
	| 'forecast'
	| 'government-grant'
	| 'one-quiet-night'
	| 'resilient-population';

/** One open question. Which members it has depends on its step. */
export interface OpenQuestion {
	id: number;
	step: QuestionStep;
	/** Who is asked. */
	seat?: number;
	/** Of a window. */
	moment?: Moment;
	/** Of a window: who let it go. */
	passed?: SeatId[];
	/** The move that asks. */
	verb?: Verb;
	'operand-0'?: OperandName | number;
	'operand-1'?: OperandName | number;
	/** How many are still to come. */
	n?: number;
	/** What the move keeps for itself. */
	arg?: number[];
}

/** What was asked for and refused in this step. */
export interface RefusedMove {
	verb: Verb;
	by?: number;
	'operand-0'?: OperandName | number;
	'operand-1'?: OperandName | number;
}

/** What is known of a hand. */
export interface Hand {
	cards?: Card[];
}

/** Infection cards that lie, in unknown order, above a place. */
export interface Recall {
	cards?: City[];
	above?: number;
}

/** An infection card that is known by its place. */
export interface KnownCard {
	'from-top'?: number;
	card: City;
}

/** All that the view’s seats may know of a position. What is zero or empty is left out. */
export interface WorldView {
	/** The seats whose view it is; none for a spectator. */
	seats?: SeatId[];
	/** The player discard. */
	discard?: Card[];
	/** Player cards that are out of the game. */
	removed?: Card[];
	/** Cards in hands that everybody has seen there. */
	shown?: Card[];
	stations?: City[];
	'infection-discard'?: City[];
	'infection-removed'?: City[];
	cubes?: Partial<Record<City, Partial<Record<Disease, number>>>>;
	supply?: Partial<Record<Disease, number>>;
	cured?: Disease[];
	eradicated?: Disease[];
	outbreaks?: number;
	/** The place on the infection rate track, from 0. */
	rate?: number;
	/** Infection steps that are still to be skipped. */
	quiet?: number;
	/** Epidemics drawn so far. */
	epidemics?: number;
	/** Cards left in the player deck. */
	'deck-size'?: number;
	/** Cards left in the infection deck. */
	'infection-deck-size'?: number;
	/** Every seat, in order. */
	'seats-at-table': SeatAtTable[];
	/** From 0. */
	turn?: number;
	/** The seat on turn. */
	active?: number;
	/** The seat that began. */
	first?: number;
	/** Actions left. */
	actions?: number;
	stage: Stage;
	phase?: number;
	/** Epidemics to resolve, or infection cards to turn. */
	pending?: number;
	/** Moves of once a turn that were made in this one. */
	used?: Partial<Record<OnceVerb, true>>;
	/** A chain of outbreaks that is being resolved. */
	spread?: Spread;
	/** How the game ended; left out while it runs. */
	end?: Ending;
	'infection-classes'?: InfectionClass[];
	'looked-at'?: LookedAt[];
	/** Questions asked so far. */
	serial?: number;
	/** The open questions; the last is the one that is asked now. */
	questions?: OpenQuestion[];
	refused?: RefusedMove[];
	/** How many cards each seat holds. */
	'hand-sizes'?: number[];
	/** The cards known to lie in each hand, by seat. */
	hands: Hand[];
	/** What a seat of the view saw before somebody mixed it. */
	recall?: Partial<Record<SeatId, Recall>>;
	/** Infection cards that the view’s seats have seen and whose place they know. */
	known?: KnownCard[];
}

/** What a careful player would reckon, in thousandths. What cannot be is left out. */
export interface WorldChances {
	/** That an epidemic is among the player cards of the next draw. */
	epidemic?: number;
	/** That the city’s card is among those that the infection step has still to turn, or that the next one will, if no event is played and no further epidemic drawn before. Left out where the next step is skipped. */
	infection?: Partial<Record<City, number>>;
}
