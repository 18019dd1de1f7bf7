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
	| 'resilient-population'
	| 'borrowed-time'
	| 'commercial-travel-ban'
	| 'mobile-hospital'
	| 'new-assignment'
	| 'rapid-vaccine-deployment'
	| 'reexamined-research'
	| 'remote-treatment'
	| 'special-orders'
	| 'infection-zone-ban'
	| 'improved-sanitation'
	| 'sequencing-breakthrough'
	| 'mutation-threatens'
	| 'mutation-spreads'
	| 'mutation-intensifies'
	| 'regional-response-team-blue'
	| 'regional-response-team-yellow'
	| 'regional-response-team-black'
	| 'regional-response-team-red'
	| 'private-grant-1'
	| 'private-grant-2'
	| 'extra-shift-1'
	| 'extra-shift-2'
	| 'publication-1'
	| 'publication-2';

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

export type InfectionCard =
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
	| 'mutation-1'
	| 'mutation-2';

export type Disease =
	| 'blue'
	| 'yellow'
	| 'black'
	| 'red'
	| 'purple';

export type Dish =
	| 'sample-a'
	| 'sample-b'
	| 'centrifuge'
	| 'separation'
	| 'growth';

export type Sequence =
	| 'small-blue'
	| 'small-yellow'
	| 'small-black'
	| 'small-red'
	| 'pair-black-red'
	| 'pair-blue-black'
	| 'pair-red-yellow'
	| 'pair-red-blue'
	| 'pair-yellow-blue'
	| 'pair-black-yellow'
	| 'big-blue'
	| 'big-yellow'
	| 'big-black'
	| 'big-red';

export type Circle =
	| 'blue'
	| 'yellow'
	| 'black'
	| 'red'
	| 'purple'
	| 'grey';

/** A line of research. Members are left out while it has none of that. */
export interface Research {
	sequence?: Sequence;
	/** The disease it is characterised for. */
	cure?: Disease;
	'characterised-with'?: Card;
	'tested-with'?: Card;
	/** Circles that are filled, by their own colour. */
	circles?: Partial<Record<Circle, number>>;
	/** The cubes that fill them. */
	cubes?: Partial<Record<Disease, number>>;
}

/** A team’s own station. */
export interface Base {
	/** Left out until it stands. */
	city?: City;
}

export type Award =
	| 'cure-blue'
	| 'cure-yellow'
	| 'cure-black'
	| 'cure-red'
	| 'cure-purple'
	| 'eradication-blue'
	| 'eradication-yellow'
	| 'eradication-black'
	| 'eradication-red'
	| 'eradication-purple'
	| 'first-cure'
	| 'first-eradication'
	| 'worst-eradicated'
	| 'mutant-eradicated'
	| 'mutant-removed';

export type Team =
	| '0'
	| '1'
	| '2';

/** What everybody sees of the teams. Team 0 is the seats 0 and 1, and so on. */
export interface Teams {
	/** Of every team, in order. */
	bases?: Base[];
	/** Which team has each award. */
	awards?: Partial<Record<Award, Team>>;
	/** The teams that have given out their roles. */
	assigned?: Team[];
	/** The teams that have their objective. */
	settled?: Team[];
	/** Actions that the first of a team left to its partner. */
	left?: number;
}

export type Role =
	| 'contingency-planner'
	| 'dispatcher'
	| 'medic'
	| 'operations-expert'
	| 'quarantine-specialist'
	| 'researcher'
	| 'scientist'
	| 'archivist'
	| 'containment-specialist'
	| 'epidemiologist'
	| 'field-operative'
	| 'generalist'
	| 'troubleshooter'
	| 'local-liaison'
	| 'field-director'
	| 'pilot'
	| 'virologist';

export type Event =
	| 'airlift'
	| 'forecast'
	| 'government-grant'
	| 'one-quiet-night'
	| 'resilient-population'
	| 'borrowed-time'
	| 'commercial-travel-ban'
	| 'mobile-hospital'
	| 'new-assignment'
	| 'rapid-vaccine-deployment'
	| 'reexamined-research'
	| 'remote-treatment'
	| 'special-orders'
	| 'infection-zone-ban'
	| 'improved-sanitation'
	| 'sequencing-breakthrough'
	| 'mutation-threatens'
	| 'mutation-spreads'
	| 'mutation-intensifies'
	| 'regional-response-team-blue'
	| 'regional-response-team-yellow'
	| 'regional-response-team-black'
	| 'regional-response-team-red'
	| 'private-grant-1'
	| 'private-grant-2'
	| 'extra-shift-1'
	| 'extra-shift-2'
	| 'publication-1'
	| 'publication-2';

/** What everybody knows of a seat. */
export interface SeatAtTable {
	/** Left out until all teams have chosen. */
	role?: Role;
	/** Left out until its starting place is chosen. */
	pawn?: City;
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
	| 'relief'
	| 'relief-epidemics'
	| 'relief-limit'
	| 'end';

export type OnceVerb =
	| 'lab-work'
	| 'fourth'
	| 'special-flight'
	| 'recover'
	| 'learn'
	| 'inquire'
	| 'collect'
	| 'pass-on'
	| 'guide';

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
	| 'cards'
	| 'unseen';

/** Cards of the infection deck that lie in unknown order between two places from the top, the top being 0. */
export interface InfectionClass {
	cards: InfectionCard[];
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
	| 'window'
	| 'choose-cube'
	| 'choose-theirs'
	| 'choose-role'
	| 'choose-player'
	| 'tell'
	| 'lab-action'
	| 'choose-slot'
	| 'choose-dish'
	| 'choose-filling'
	| 'choose-disease'
	| 'relief'
	| 'choose-roles'
	| 'place-base';

export type Moment =
	| 'open'
	| 'before-intensify'
	| 'after-cure';

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
	| 'tell'
	| 'ask-hands'
	| 'keep'
	| 'discard'
	| 'pass'
	| 'waive'
	| 'to'
	| 'spend'
	| 'put'
	| 'agree'
	| 'hand'
	| 'refuse'
	| 'order'
	| 'remove'
	| 'pick'
	| 'become'
	| 'for'
	| 'characterise'
	| 'centrifuge'
	| 'separate'
	| 'grow'
	| 'fill'
	| 'sequence'
	| 'test'
	| 'lab-work'
	| 'slot'
	| 'sample'
	| 'free-lab'
	| 'take-sample'
	| 'filling'
	| 'fill-with'
	| 'enough'
	| 'name'
	| 'worst-strain'
	| 'reassign'
	| 'exchange'
	| 'relief-draw'
	| 'relief-cure'
	| 'relief-lab'
	| 'rest'
	| 'assign'
	| 'objective'
	| 'base'
	| 'fourth'
	| 'store'
	| 'dispatch'
	| 'join'
	| 'special-flight'
	| 'recover'
	| 'learn'
	| 'inquire'
	| 'collect'
	| 'cure-samples'
	| 'give-back'
	| 'pass-on'
	| 'treat-near'
	| 'guide'
	| 'fly'
	| 'fly-with'
	| 'cure-pairs'
	| 'treat-afar'
	| 'airlift'
	| 'forecast'
	| 'government-grant'
	| 'one-quiet-night'
	| 'resilient-population'
	| 'borrowed-time'
	| 'commercial-travel-ban'
	| 'mobile-hospital'
	| 'new-assignment'
	| 'rapid-vaccine-deployment'
	| 'reexamined-research'
	| 'remote-treatment'
	| 'special-orders'
	| 'infection-zone-ban'
	| 'improved-sanitation'
	| 'sequencing-breakthrough'
	| 'mutation-threatens'
	| 'mutation-spreads'
	| 'mutation-intensifies'
	| 'regional-response-team-blue'
	| 'regional-response-team-yellow'
	| 'regional-response-team-black'
	| 'regional-response-team-red'
	| 'private-grant-1'
	| 'private-grant-2'
	| 'extra-shift-1'
	| 'extra-shift-2'
	| 'publication-1'
	| 'publication-2';

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
	| 'purple'
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
	| 'resilient-population'
	| 'borrowed-time'
	| 'commercial-travel-ban'
	| 'mobile-hospital'
	| 'new-assignment'
	| 'rapid-vaccine-deployment'
	| 'reexamined-research'
	| 'remote-treatment'
	| 'special-orders'
	| 'infection-zone-ban'
	| 'improved-sanitation'
	| 'sequencing-breakthrough'
	| 'mutation-threatens'
	| 'mutation-spreads'
	| 'mutation-intensifies'
	| 'regional-response-team-blue'
	| 'regional-response-team-yellow'
	| 'regional-response-team-black'
	| 'regional-response-team-red'
	| 'private-grant-1'
	| 'private-grant-2'
	| 'extra-shift-1'
	| 'extra-shift-2'
	| 'publication-1'
	| 'publication-2'
	| 'mutation-1'
	| 'mutation-2'
	| 'contingency-planner'
	| 'dispatcher'
	| 'medic'
	| 'operations-expert'
	| 'quarantine-specialist'
	| 'researcher'
	| 'scientist'
	| 'archivist'
	| 'containment-specialist'
	| 'epidemiologist'
	| 'field-operative'
	| 'generalist'
	| 'troubleshooter'
	| 'local-liaison'
	| 'field-director'
	| 'pilot'
	| 'virologist'
	| 'first'
	| 'second'
	| 'sample-a'
	| 'sample-b'
	| 'centrifuge'
	| 'separation'
	| 'growth'
	| 'small-blue'
	| 'small-yellow'
	| 'small-black'
	| 'small-red'
	| 'pair-black-red'
	| 'pair-blue-black'
	| 'pair-red-yellow'
	| 'pair-red-blue'
	| 'pair-yellow-blue'
	| 'pair-black-yellow'
	| 'big-blue'
	| 'big-yellow'
	| 'big-black'
	| 'big-red'
	| 'cures-first'
	| 'balanced'
	| 'eradications-first'
	| 'network'
	| 'field-hospitals'
	| 'pioneers'
	| 'exterminators'
	| 'outposts';

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
	/** Of a window: what has just been cured. */
	cured?: Disease;
	/** The move that asks. */
	verb?: Verb;
	'operand-0'?: OperandName | number;
	'operand-1'?: OperandName | number;
	'operand-2'?: OperandName | number;
	'operand-3'?: OperandName | number;
	'operand-4'?: OperandName | number;
	'operand-5'?: OperandName | number;
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

export type StrainCard =
	| 'chronic-effect'
	| 'complex-molecular-structure'
	| 'government-interference'
	| 'hidden-pocket'
	| 'rate-effect'
	| 'slippery-slope'
	| 'unacceptable-loss'
	| 'uncounted-populations'
	| 'highly-contagious'
	| 'resistant-to-treatment';

/** What is known of a hand. */
export interface Hand {
	cards?: Card[];
}

/** Infection cards that lie, in unknown order, above a place. */
export interface Recall {
	cards?: InfectionCard[];
	above?: number;
}

/** An infection card that is known by its place. */
export interface KnownCard {
	'from-top'?: number;
	card: InfectionCard;
}

export type Objective =
	| 'cures-first'
	| 'balanced'
	| 'eradications-first'
	| 'network'
	| 'field-hospitals'
	| 'pioneers'
	| 'exterminators'
	| 'outposts';

/** What is known of what a team was dealt: of one’s own all, of others the objective at the end. */
export interface Offer {
	/** To choose from, until all teams have chosen. */
	roles?: Role[];
	/** Chosen for the first seat of the team. */
	first?: Role;
	second?: Role;
	/** Those it was dealt. */
	objectives?: Objective[];
	/** The one it plays for. */
	objective?: Objective;
}

/** All that the view’s seats may know of a position. What is zero or empty is left out. */
export interface WorldView {
	/** The seats whose view it is; none for a spectator. */
	seats?: SeatId[];
	/** The player discard. */
	discard?: Card[];
	/** Player cards that are out of the game. */
	removed?: Card[];
	/** Cards in hands that everybody has seen there, or was told of. */
	shown?: Card[];
	/** Who did not want to say what they hold, until their next turn. */
	kept?: SeatId[];
	stations?: City[];
	'infection-discard'?: InfectionCard[];
	'infection-removed'?: InfectionCard[];
	cubes?: Partial<Record<City, Partial<Record<Disease, number>>>>;
	supply?: Partial<Record<Disease, number>>;
	/** Cubes that are neither on the board nor in the supply. */
	away?: Partial<Record<Disease, number>>;
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
	/** The cubes in the dishes of the laboratory. */
	dishes?: Partial<Record<Dish, Partial<Record<Disease, number>>>>;
	/** The lines of research. */
	research?: Research[];
	'sequence-discard'?: Sequence[];
	/** Cards left in the sequence deck. */
	'sequence-deck-size'?: number;
	/** How often the discarded sequence cards have become the deck. */
	'sequence-shuffles'?: number;
	/** The diseases that ever had a cube on the board, where that matters. */
	appeared?: Disease[];
	/** Where seats play in teams. */
	teams?: Teams;
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
	/** Events that go on acting, by the seat that they lie before. */
	'in-force'?: Partial<Record<SeatId, Event[]>>;
	/** Those of them that leave the game when they end. */
	leaving?: Event[];
	/** The cubes on a role card. */
	samples?: Partial<Record<Disease, number>>;
	/** The seat, from 1, whose pawn the active seat may move in this turn. */
	ordered?: number;
	/** Roles that have left the game. */
	'roles-gone'?: Role[];
	'looked-at'?: LookedAt[];
	/** Questions asked so far. */
	serial?: number;
	/** The open questions; the last is the one that is asked now. */
	questions?: OpenQuestion[];
	refused?: RefusedMove[];
	/** How many cards each seat holds. */
	'hand-sizes'?: number[];
	/** Cities that still get a cube of the mutant for the infection card. */
	also?: City[];
	/** Infection cards that an incident has still to turn from the bottom. */
	bottoms?: number;
	/** How many cubes each of them brings. */
	'bottom-cubes'?: number;
	/** The incident that turns them. */
	incident?: Event;
	/** Incidents that were drawn and are still to take effect. */
	incidents?: Event[];
	/** The disease that is the worse strain. */
	strain?: Disease;
	/** The card whose effect is to come. */
	'strain-card'?: StrainCard;
	/** The cards that have come. */
	'strain-drawn'?: StrainCard[];
	/** Those of them that are in force. */
	'strain-force'?: StrainCard[];
	/** Cities where the active seat has treated it in this turn. */
	'strain-treated'?: City[];
	/** The infection step has turned a card more for it. */
	'strain-more'?: true;
	/** The cards known to lie in each hand, by seat. */
	hands: Hand[];
	/** What a seat of the view saw before somebody mixed it. */
	recall?: Partial<Record<SeatId, Recall>>;
	/** Infection cards that the view’s seats have seen and whose place they know. */
	known?: KnownCard[];
	/** Of every team, in order. */
	offers?: Offer[];
}

/** What a careful player would reckon, in thousandths. What cannot be is left out. */
export interface WorldChances {
	/** That an epidemic is among the player cards of the next draw. */
	epidemic?: number;
	/** That the infection card is among those that the infection step has still to turn, or that the next one will, if no event is played and no further epidemic drawn before. Left out where the next step is skipped. */
	infection?: Partial<Record<InfectionCard, number>>;
}
