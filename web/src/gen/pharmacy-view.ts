// Written by go run ./internal/gen from what the game's view writes. Not to be edited.

export type SeatId =
	| '0'
	| '1'
	| '2'
	| '3'
	| '4'
	| '5';

export type Step =
	| 'turn'
	| 'answer'
	| 'dare'
	| 'inject'
	| 'infect'
	| 'donate'
	| 'catch'
	| 'volunteer'
	| 'collect'
	| 'return'
	| 'diagnose'
	| 'nurse';

export type Virus =
	| 'sniffles'
	| 'hiccups'
	| 'tickles'
	| 'yawns'
	| 'pins-and-needles'
	| 'blushes'
	| 'sore-toe'
	| 'giggles'
	| 'pink-eye'
	| 'chubby-cheeks'
	| 'polka-dots'
	| 'wobbly-knees'
	| 'zebra-stripes'
	| 'shivers'
	| 'babbles'
	| 'globetrotter'
	| 'stage-fright'
	| 'belly-rumble'
	| 'hoot-cough'
	| 'earworm'
	| 'sleepyhead'
	| 'green-gills'
	| 'brain-fog'
	| 'hothead'
	| 'jungle-jitters'
	| 'volcano';

export type Injection =
	| 'injection';

/** A pile with cards. */
export interface Pile {
	/** Its cards, with the open one. */
	size: number;
	/** The open card on top. */
	open: Virus | Injection;
}

/** The two piles. One that is empty is left out. */
export interface Piles {
	left?: Pile;
	right?: Pile;
}

/** How many pills of each colour there are. A colour that there is none of is left out. */
export interface Pills {
	blue?: number;
	yellow?: number;
	red?: number;
}

export type RiskVirus =
	| 'plague-3'
	| 'plague-2'
	| 'guinea-pig';

/** A virus in front of a player. */
export interface LyingVirus {
	card: Virus | RiskVirus;
	/** The injections on it: the first halves it, the second kills it. */
	doses?: number;
	/** What it adds to the sickness of its player. */
	sickness?: number;
}

/** What everybody knows of a seat. */
export interface SeatAtTable {
	pills?: Pills;
	/** What it has paid while the card goes round. */
	stake?: Pills;
	/** In the order in which they came. */
	viruses?: LyingVirus[];
	/** Injections that lie on no virus. */
	unused?: number;
	/** How many risk cards it holds. */
	'risk-cards'?: number;
	/** What its viruses add up to. */
	sickness?: number;
	/** All that lie in front of it, on viruses and on none. */
	injections?: number;
	/** Points of the rounds that have been counted, where they are above nothing. */
	total?: number;
	/** The same where they are below nothing, without the sign. */
	'minus-total'?: number;
	/** What the round would bring if the stakes were taken back and it ended now, without guesses, where they are above nothing. */
	'so-far'?: number;
	/** The same where they are below nothing, without the sign. */
	'minus-so-far'?: number;
}

export type RiskCard =
	| 'plague-3'
	| 'plague-2'
	| 'jab'
	| 'recall'
	| 'free-sample'
	| 'contagion'
	| 'guinea-pig'
	| 'co-payment'
	| 'expiry-date'
	| 'prescription-yellow'
	| 'prescription-red'
	| 'diagnosis'
	| 'nurse'
	| 'doctor';

/** A card that goes round the table, or an injection that still looks for its virus. */
export interface Travel {
	/** Left out of a risk card, which lies face down. */
	card?: Virus | Injection;
	/** It is a risk card. */
	risk?: true;
	/** Who put it into circulation; left out of an injection that was taken. */
	owner?: SeatId;
	/** Who handed it on last; left out of an injection that was taken. */
	giver?: SeatId;
	/** Whom it lies before. */
	to: SeatId;
	/** The value that who does not want it must have staked; risk cards have none. */
	price?: number;
}

export type Pill =
	| 'blue'
	| 'yellow'
	| 'red';

/** The cards that lie in front of somebody until the round ends, and whom they are about. */
export interface Guesses {
	/** Who has the nurse. */
	nurse?: SeatId;
	/** Who, by the nurse’s promise, stays out of intensive care. */
	nursed?: SeatId;
	/** Who has made the diagnosis. */
	diagnostician?: SeatId;
	/** Who, by the diagnosis, ends up in intensive care. */
	doomed?: SeatId;
	/** Who has the title. */
	doctor?: SeatId;
}

/** What a seat made of a round. */
export interface Tally {
	/** The value of its pills. */
	pills?: number;
	sickness?: number;
	/** Points by a right guess. */
	won?: number;
	/** Points lost by a wrong guess. */
	lost?: number;
	/** It ended up in intensive care. */
	care?: true;
	/** Points that the round brought, where they are above nothing. */
	points?: number;
	/** The same where they are below nothing, without the sign. */
	'minus-points'?: number;
}

/** A round that has been counted. */
export interface RoundOfSheet {
	/** By seat. */
	seats: Tally[];
}

/** What is known of a hand. */
export interface Hand {
	/** By their faces, one name for each card. */
	cards?: RiskCard[];
}

/** A virus of the group’s own. */
export interface ReplacedVirus {
	card: Virus;
	value: number;
	cross?: true;
	pills?: Pills;
}

/** All that the view’s seats may know of a position. What is zero or empty is left out. */
export interface PharmacyView {
	/** The seats whose view it is; none for a spectator. */
	seats?: SeatId[];
	/** Questions asked so far. */
	serial: number;
	/** Turns begun so far, in all rounds. */
	turn: number;
	/** The open question; left out when the game is over. */
	step?: Step;
	/** Who still owes an answer to it. */
	asked?: SeatId[];
	/** From 1. */
	round: number;
	/** The seat that began the round. */
	starter: SeatId;
	/** The seat on turn. */
	active: SeatId;
	/** Left out when both are empty. */
	piles?: Piles;
	/** The pharmacy’s stock. */
	pharmacy?: Pills;
	/** Every seat, in order; the left neighbour comes next. */
	'seats-at-table': SeatAtTable[];
	/** The risk cards that have been turned over in this round, one name for each card. */
	opened?: RiskCard[];
	/** Left out when no card is on its way. */
	travel?: Travel;
	/** The risk card that is being carried out. */
	'open-risk'?: RiskCard;
	/** Who opened it. */
	'opened-by'?: SeatId;
	/** The pill that a volunteer asks for next; left out where it is the first colour. */
	collects?: Pill;
	/** Left out when there are none. */
	guesses?: Guesses;
	/** The rounds that have been counted, the first one first. */
	rounds?: RoundOfSheet[];
	/** The game is over. */
	over?: true;
	/** The risk cards known to be in each hand, by seat: of the view’s seats all, of the others none. */
	hands: Hand[];
	/** The risk card that goes round face down, where it was put there by a seat of the view. */
	face?: RiskCard;
	/** The viruses that show something else than those of the box. */
	replaced?: ReplacedVirus[];
}
