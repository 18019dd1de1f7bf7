// The contents of the pharmacy game's box, generated from its rules.

import data from '../../gen/pharmacy.json';
import type { Vocabulary } from '../../i18n/notation.ts';

export type Colour = 'blue' | 'yellow' | 'red';

/** The colours of pills, cheapest first. */
export const colours = data.pills.map((pill) => pill.id) as Colour[];

/** The number of pills of each colour. */
export type Pills = Record<Colour, number>;

const values = Object.fromEntries(data.pills.map(({ id, value }) => [id, value])) as Pills;

/** Returns the value of a pill. */
export const worth = (colour: Colour): number => values[colour];

export const sumOf = (pills: Pills): number => colours.reduce((sum, c) => sum + pills[c] * worth(c), 0);

export const countOf = (pills: Pills): number => colours.reduce((sum, c) => sum + pills[c], 0);

export const pillsOf = (some: Partial<Pills> = {}): Pills => ({ blue: 0, yellow: 0, red: 0, ...some });

/** What is printed on a card. */
export interface CardFace {
	id: string;
	kind: 'virus' | 'injection' | 'risk';
	/** How much sickness the card brings; 0 for none. */
	value: number;
	/** Whether the card can be sent to any player. */
	cross: boolean;
	pills: Pills;
	/** How many copies of the card the game has. */
	copies: number;
	/** The rule that explains the card, if it is a risk card. */
	rule?: string;
}

interface VirusData {
	id: string;
	value: number;
	cross?: boolean;
	pills?: Partial<Pills>;
}

const faces: CardFace[] = [
	...(data.viruses as VirusData[]).map(
		({ id, value, cross = false, pills }): CardFace => ({
			id,
			kind: 'virus',
			value,
			cross,
			pills: pillsOf(pills),
			copies: 1,
		}),
	),
	{
		id: data.injection,
		kind: 'injection',
		value: 0,
		cross: false,
		pills: pillsOf(),
		copies: data.injections,
	},
	...(data.risks as (VirusData & { copies: number; rule: string })[]).map(
		({ id, value = 0, pills, copies, rule }): CardFace => ({
			id,
			kind: 'risk',
			value,
			cross: false,
			pills: pillsOf(pills),
			copies,
			rule,
		}),
	),
];

/** Every card of the box by its id. */
export const cards = new Map(faces.map((face) => [face.id, face]));

export const rounds = data.rounds;
export const numbers = data.numbers;
export const game = data.game;
export const facts: Vocabulary = data.facts;
export const moves: Vocabulary = Object.fromEntries(
	Object.entries(data.verbs).map(([word, { args }]) => [word, args]),
);
