// What is in the box of the pharmacy game, as the rules have it.

import data from '../../gen/pharmacy.json';
import type { Vocabulary } from '../../i18n/notation.ts';

export type Colour = 'blue' | 'yellow' | 'red';

/** The colours, the cheapest first. */
export const colours = data.pills.map((pill) => pill.id) as Colour[];

/** How many pills of each colour there are. */
export type Pills = Record<Colour, number>;

const values = Object.fromEntries(data.pills.map(({ id, value }) => [id, value])) as Pills;

/** What a pill is worth. */
export const worth = (colour: Colour): number => values[colour];

export const sumOf = (pills: Pills): number => colours.reduce((sum, c) => sum + pills[c] * worth(c), 0);

export const countOf = (pills: Pills): number => colours.reduce((sum, c) => sum + pills[c], 0);

export const pillsOf = (some: Partial<Pills> = {}): Pills => ({ blue: 0, yellow: 0, red: 0, ...some });

/** What a card shows. */
export interface CardFace {
	id: string;
	kind: 'virus' | 'injection' | 'risk';
	/** The sickness that it brings, if any. */
	value: number;
	/** It can be sent to anybody. */
	cross: boolean;
	pills: Pills;
	/** How many of it there are. */
	copies: number;
	/** The rule that says what it does, for risk cards. */
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

/** Every card, by its name. */
export const cards = new Map(faces.map((face) => [face.id, face]));

export const rounds = data.rounds;
export const numbers = data.numbers;
export const game = data.game;
export const facts: Vocabulary = data.facts;
export const moves: Vocabulary = Object.fromEntries(
	Object.entries(data.verbs).map(([word, { args }]) => [word, args]),
);
