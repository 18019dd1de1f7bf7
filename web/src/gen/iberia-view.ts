// Written by go run ./internal/gen from what the game's view writes. Not to be edited.

export type SeatId =
	| '0'
	| '1'
	| '2'
	| '3'
	| '4'
	| '5';

export type Card =
	| 'a-coruna'
	| 'santiago-de-compostela'
	| 'vigo'
	| 'ourense'
	| 'braga'
	| 'porto'
	| 'coimbra'
	| 'lisboa'
	| 'evora'
	| 'albufeira'
	| 'caceres'
	| 'salamanca'
	| 'zaragoza'
	| 'teruel'
	| 'cuenca'
	| 'albacete'
	| 'cartagena'
	| 'alicante'
	| 'valencia'
	| 'tarragona'
	| 'barcelona'
	| 'girona'
	| 'andorra-la-vella'
	| 'palma-de-mallorca'
	| 'badajoz'
	| 'huelva'
	| 'sevilla'
	| 'cadiz'
	| 'gibraltar'
	| 'malaga'
	| 'cordoba'
	| 'jaen'
	| 'granada'
	| 'almeria'
	| 'ciudad-real'
	| 'toledo'
	| 'leon'
	| 'gijon'
	| 'santander'
	| 'bilbao'
	| 'san-sebastian'
	| 'vitoria-gasteiz'
	| 'pamplona'
	| 'burgos'
	| 'valladolid'
	| 'soria'
	| 'madrid'
	| 'huesca'
	| 'epidemic'
	| 'coastal-line'
	| 'correspondence'
	| 'day-and-night'
	| 'hospital-funds'
	| 'migration'
	| 'mild-season'
	| 'mobilisation'
	| 'new-line'
	| 'one-more-day'
	| 'pure-water'
	| 'seamless-plan'
	| 'second-chance'
	| 'ship-arrival'
	| 'telegraph'
	| 'triumph-of-science';

export type City =
	| 'a-coruna'
	| 'santiago-de-compostela'
	| 'vigo'
	| 'ourense'
	| 'braga'
	| 'porto'
	| 'coimbra'
	| 'lisboa'
	| 'evora'
	| 'albufeira'
	| 'caceres'
	| 'salamanca'
	| 'zaragoza'
	| 'teruel'
	| 'cuenca'
	| 'albacete'
	| 'cartagena'
	| 'alicante'
	| 'valencia'
	| 'tarragona'
	| 'barcelona'
	| 'girona'
	| 'andorra-la-vella'
	| 'palma-de-mallorca'
	| 'badajoz'
	| 'huelva'
	| 'sevilla'
	| 'cadiz'
	| 'gibraltar'
	| 'malaga'
	| 'cordoba'
	| 'jaen'
	| 'granada'
	| 'almeria'
	| 'ciudad-real'
	| 'toledo'
	| 'leon'
	| 'gijon'
	| 'santander'
	| 'bilbao'
	| 'san-sebastian'
	| 'vitoria-gasteiz'
	| 'pamplona'
	| 'burgos'
	| 'valladolid'
	| 'soria'
	| 'madrid'
	| 'huesca';

export type Disease =
	| 'blue'
	| 'yellow'
	| 'black'
	| 'red';

export type Line =
	| 'a-coruna/santiago-de-compostela'
	| 'a-coruna/gijon'
	| 'santiago-de-compostela/vigo'
	| 'santiago-de-compostela/ourense'
	| 'vigo/ourense'
	| 'vigo/braga'
	| 'vigo/porto'
	| 'ourense/leon'
	| 'braga/porto'
	| 'braga/salamanca'
	| 'porto/coimbra'
	| 'porto/lisboa'
	| 'coimbra/lisboa'
	| 'coimbra/caceres'
	| 'lisboa/evora'
	| 'lisboa/albufeira'
	| 'evora/badajoz'
	| 'evora/huelva'
	| 'albufeira/huelva'
	| 'caceres/salamanca'
	| 'caceres/badajoz'
	| 'caceres/toledo'
	| 'salamanca/leon'
	| 'salamanca/valladolid'
	| 'salamanca/madrid'
	| 'zaragoza/teruel'
	| 'zaragoza/barcelona'
	| 'zaragoza/vitoria-gasteiz'
	| 'zaragoza/soria'
	| 'zaragoza/madrid'
	| 'zaragoza/huesca'
	| 'teruel/cuenca'
	| 'teruel/tarragona'
	| 'cuenca/albacete'
	| 'cuenca/valencia'
	| 'cuenca/madrid'
	| 'albacete/cartagena'
	| 'albacete/valencia'
	| 'albacete/jaen'
	| 'albacete/ciudad-real'
	| 'cartagena/alicante'
	| 'cartagena/almeria'
	| 'alicante/valencia'
	| 'valencia/tarragona'
	| 'tarragona/barcelona'
	| 'barcelona/girona'
	| 'badajoz/cordoba'
	| 'badajoz/ciudad-real'
	| 'huelva/sevilla'
	| 'sevilla/cadiz'
	| 'sevilla/malaga'
	| 'sevilla/cordoba'
	| 'malaga/cordoba'
	| 'malaga/granada'
	| 'malaga/almeria'
	| 'cordoba/jaen'
	| 'cordoba/ciudad-real'
	| 'jaen/granada'
	| 'granada/almeria'
	| 'ciudad-real/toledo'
	| 'ciudad-real/madrid'
	| 'toledo/madrid'
	| 'leon/gijon'
	| 'gijon/santander'
	| 'santander/bilbao'
	| 'santander/valladolid'
	| 'bilbao/san-sebastian'
	| 'bilbao/vitoria-gasteiz'
	| 'san-sebastian/pamplona'
	| 'vitoria-gasteiz/pamplona'
	| 'vitoria-gasteiz/burgos'
	| 'pamplona/huesca'
	| 'burgos/valladolid'
	| 'burgos/soria'
	| 'valladolid/madrid';

export type Region =
	| 'r01'
	| 'r02'
	| 'r03'
	| 'r04'
	| 'r05'
	| 'r06'
	| 'r07'
	| 'r08'
	| 'r09'
	| 'r10'
	| 'r11'
	| 'r12'
	| 'r13'
	| 'r14'
	| 'r15'
	| 'r16'
	| 'r17'
	| 'r18'
	| 'r19'
	| 'r20'
	| 'r21'
	| 'r22'
	| 'r23'
	| 'r24'
	| 'r25'
	| 'r26'
	| 'r27'
	| 'r28'
	| 'r29'
	| 'r30'
	| 'r31'
	| 'r32'
	| 'r33'
	| 'r34';

export type Trait =
	| 'cholera'
	| 'yellow-fever'
	| 'malaria'
	| 'typhus';

export type Role =
	| 'agronomist'
	| 'nurse'
	| 'politician'
	| 'railwayman'
	| 'royal-academy-scientist'
	| 'rural-doctor'
	| 'sailor';

export type Event =
	| 'coastal-line'
	| 'correspondence'
	| 'day-and-night'
	| 'hospital-funds'
	| 'migration'
	| 'mild-season'
	| 'mobilisation'
	| 'new-line'
	| 'one-more-day'
	| 'pure-water'
	| 'seamless-plan'
	| 'second-chance'
	| 'ship-arrival'
	| 'telegraph'
	| 'triumph-of-science';

/** What everybody knows of a seat. */
export interface SeatAtTable {
	role: Role;
	/** Left out until its starting place is chosen. */
	pawn?: City;
	/** Events whose windows the seat lets go until its next turn. */
	waived?: Event[];
}

export type Stage =
	| 'start'
	| 'actions'
	| 'before-draw'
	| 'patients'
	| 'after-patients'
	| 'draw'
	| 'epidemics'
	| 'hand-limit'
	| 'before-infection'
	| 'infection'
	| 'end';

export type OnceVerb =
	| 'rail-two';

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

export type QuestionStep =
	| 'action'
	| 'choose-city'
	| 'choose-card'
	| 'consent'
	| 'discard'
	| 'window'
	| 'start'
	| 'choose-cube'
	| 'choose-pawn'
	| 'choose-theirs'
	| 'order-deck'
	| 'free-move'
	| 'replay'
	| 'choose-region'
	| 'choose-line'
	| 'walk';

export type Moment =
	| 'open'
	| 'before-intensify';

export type Verb =
	| 'drive'
	| 'train'
	| 'ship'
	| 'sail'
	| 'rail'
	| 'build-hospital'
	| 'treat'
	| 'give'
	| 'take'
	| 'research'
	| 'purify'
	| 'draw'
	| 'discard'
	| 'pass'
	| 'waive'
	| 'start'
	| 'to'
	| 'spend'
	| 'in'
	| 'remove'
	| 'line'
	| 'bring'
	| 'pick'
	| 'lay'
	| 'walk'
	| 'stay'
	| 'enough'
	| 'agree'
	| 'refuse'
	| 'pay-token'
	| 'reach-next'
	| 'overflow'
	| 'patients'
	| 'purify-more'
	| 'well'
	| 'shield'
	| 'post'
	| 'trade'
	| 'rail-two'
	| 'train-with'
	| 'study'
	| 'also-treat'
	| 'sail-with'
	| 'coastal-line'
	| 'correspondence'
	| 'day-and-night'
	| 'hospital-funds'
	| 'migration'
	| 'mild-season'
	| 'mobilisation'
	| 'new-line'
	| 'one-more-day'
	| 'pure-water'
	| 'seamless-plan'
	| 'second-chance'
	| 'ship-arrival'
	| 'telegraph'
	| 'triumph-of-science';

export type OperandName =
	| 'a-coruna'
	| 'santiago-de-compostela'
	| 'vigo'
	| 'ourense'
	| 'braga'
	| 'porto'
	| 'coimbra'
	| 'lisboa'
	| 'evora'
	| 'albufeira'
	| 'caceres'
	| 'salamanca'
	| 'zaragoza'
	| 'teruel'
	| 'cuenca'
	| 'albacete'
	| 'cartagena'
	| 'alicante'
	| 'valencia'
	| 'tarragona'
	| 'barcelona'
	| 'girona'
	| 'andorra-la-vella'
	| 'palma-de-mallorca'
	| 'badajoz'
	| 'huelva'
	| 'sevilla'
	| 'cadiz'
	| 'gibraltar'
	| 'malaga'
	| 'cordoba'
	| 'jaen'
	| 'granada'
	| 'almeria'
	| 'ciudad-real'
	| 'toledo'
	| 'leon'
	| 'gijon'
	| 'santander'
	| 'bilbao'
	| 'san-sebastian'
	| 'vitoria-gasteiz'
	| 'pamplona'
	| 'burgos'
	| 'valladolid'
	| 'soria'
	| 'madrid'
	| 'huesca'
	| 'epidemic'
	| 'coastal-line'
	| 'correspondence'
	| 'day-and-night'
	| 'hospital-funds'
	| 'migration'
	| 'mild-season'
	| 'mobilisation'
	| 'new-line'
	| 'one-more-day'
	| 'pure-water'
	| 'seamless-plan'
	| 'second-chance'
	| 'ship-arrival'
	| 'telegraph'
	| 'triumph-of-science'
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
	| 'r01'
	| 'r02'
	| 'r03'
	| 'r04'
	| 'r05'
	| 'r06'
	| 'r07'
	| 'r08'
	| 'r09'
	| 'r10'
	| 'r11'
	| 'r12'
	| 'r13'
	| 'r14'
	| 'r15'
	| 'r16'
	| 'r17'
	| 'r18'
	| 'r19'
	| 'r20'
	| 'r21'
	| 'r22'
	| 'r23'
	| 'r24'
	| 'r25'
	| 'r26'
	| 'r27'
	| 'r28'
	| 'r29'
	| 'r30'
	| 'r31'
	| 'r32'
	| 'r33'
	| 'r34';

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

/** All that the view’s seats may know of a position. What is zero or empty is left out. */
export interface IberiaView {
	/** The seats whose view it is; none for a spectator. */
	seats?: SeatId[];
	/** The player discard. */
	discard?: Card[];
	stations?: City[];
	'infection-discard'?: City[];
	cubes?: Partial<Record<City, Partial<Record<Disease, number>>>>;
	supply?: Partial<Record<Disease, number>>;
	cured?: Disease[];
	outbreaks?: number;
	/** The place on the infection rate track, from 0. */
	rate?: number;
	/** Epidemics drawn so far. */
	epidemics?: number;
	/** Cards left in the player deck. */
	'deck-size'?: number;
	/** Cards left in the infection deck. */
	'infection-deck-size'?: number;
	/** Lines that carry a track, each by the cities at its ends. */
	tracks?: Line[];
	/** Tokens in the regions. */
	tokens?: Partial<Record<Region, number>>;
	/** Tokens that can still be placed. */
	'tokens-left'?: number;
	/** The region that a role keeps free of new cubes. */
	shield?: Region;
	/** What diseases do beyond the ordinary in this game. */
	traits?: Trait[];
	/** Infection steps still to come that turn the bottom card only. */
	bottom?: number;
	/** Diseases of which a cube has walked in this turn. */
	walked?: Disease[];
	/** Cards on top of the player deck that everybody has seen. */
	'deck-known'?: number;
	/** Cities that still get a cube because one was placed beside them. */
	echo?: City[];
	/** Of which disease that cube is. */
	'echo-of'?: Disease;
	/** Cities whose cubes have fled for this card. */
	fled?: City[];
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
	/** Questions asked so far. */
	serial?: number;
	/** The open questions; the last is the one that is asked now. */
	questions?: OpenQuestion[];
	refused?: RefusedMove[];
	/** How many cards each seat holds. */
	'hand-sizes'?: number[];
	/** The cards known to lie in each hand, by seat. */
	hands: Hand[];
	/** The player cards on top of the deck that everybody has seen, the top first. */
	'deck-top'?: Card[];
}

/** What a careful player would reckon, in thousandths. What cannot be is left out. */
export interface IberiaChances {
	/** That an epidemic is among the player cards of the next draw. */
	epidemic?: number;
	/** That the infection card is among those that the infection step has still to turn, or that the next one will, if no event is played and no further epidemic drawn before. Left out where the next step is skipped. */
	infection?: Partial<Record<City, number>>;
}
