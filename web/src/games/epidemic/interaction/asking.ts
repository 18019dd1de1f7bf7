// The question that is open, read from the position: who is asked, by whom, and
// about what. The server keeps the questions of a move made in steps on a pile;
// the topmost is the one to answer.

import type { Step } from '../../../gen/api.ts';
import { type Line, operand, read } from '../../../i18n/notation.ts';
import type { Box } from '../model/box.ts';
import type { Game } from '../model/game.ts';
import type { Position, Question } from '../model/position.ts';
import { kindOf } from '../model/steps.ts';

export interface Asking {
	step: string;
	/** Who asks, where one player asks another. */
	asker?: number;
	/** The verb of the move that asks. */
	verb?: string;
	/** What the move keeps in mind while it asks, in its order: a city, a disease, a seat… */
	kept: string[];
	/** The move that waits for the answer, where it is told in full. */
	about?: Line;
	/** The move that this one is a step of. */
	within?: Line;
	/** The seat whose pawn moves. */
	pawn?: number;
	/** Cards that are still to be chosen, and how many there are in all where that is known. */
	left: number;
	done: number;
	/** Of a window: what it stands before. */
	moment?: string;
}

/** The move that a frame keeps, as a line of the notation. */
function lineOf({ moves }: Box, frame: Question | undefined): Line | undefined {
	if (!frame?.verb) return undefined;
	const kinds = moves[frame.verb] ?? [];
	// A question may keep less than the move named.
	const operands = kinds.map((_, i) => frame[`operand-${i}` as 'operand-0'] ?? '');
	if (operands.includes('')) return undefined;
	return read([frame.verb, ...operands].join(' '), moves);
}

function seatIn(line: Line | undefined): number | undefined {
	const seat = line?.operands.find((o) => o.kind === 'seat')?.value;
	return seat === undefined ? undefined : Number(seat);
}

export function askingOf(game: Pick<Game, 'box' | 'steps'>, position: Position): Asking | null {
	const frame = position.questions.at(-1);
	if (!frame) return null;
	const { box } = game;
	const below = position.questions.at(-2);
	const about = lineOf(box, frame);
	const within = lineOf(box, below);
	const asks = frame.step === 'consent' || frame.step === 'request' || frame.step === 'tell';
	const order = kindOf(game, frame.step) === 'order';
	const n = frame.n ?? 0;
	return {
		step: frame.step,
		verb: frame.verb,
		kept: [0, 1, 2].map((i) => String(frame[`operand-${i}` as 'operand-0'] ?? '')),
		asker: asks ? n : undefined,
		about,
		within,
		pawn: seatIn(within) ?? seatIn(about),
		left: order ? (frame.arg?.[0] ?? 0) - n : asks ? 0 : n,
		done: order ? n : 0,
		moment: frame.moment,
	};
}

/** What a bot asks for, where one answer stands for all of its kind in a turn: pawns that move, or what a verb does. */
export function kindOfAsk({ about, pawn }: Asking): string {
	return pawn !== undefined && about?.operands.some((o) => o.kind === 'city') ? 'pawn' : (about?.word ?? '');
}

/** The card that a wanted move is about, or that it would take from whoever asks. */
export function cardOf(
	box: Box,
	position: Position,
	asking: Asking,
): { id: string; spent: boolean } | undefined {
	const { about, within, asker, pawn } = asking;
	const shared = about && operand(about, 'card');
	if (shared) return { id: shared, spent: false };
	const event = [within, about].map((line) => box.verbs[line?.word ?? '']?.event).find((e) => e);
	if (event) return { id: event, spent: true };
	const spends = box.spendsOf(about?.word ?? '', position.seats[asker ?? 0]?.role);
	const id =
		spends === 'target'
			? operand(about as Line, 'city')
			: spends === 'here'
				? position.seats[pawn ?? asker ?? 0]?.pawn
				: undefined;
	return id === undefined ? undefined : { id, spent: true };
}

/** The cards that already have their place in a new order, from the top. */
export function placed(position: Position, asking: Asking): string[] {
	if (asking.step !== 'order') return [];
	const at = (place: number) => position.known.find((k) => k.fromTop === place)?.card ?? '';
	return Array.from({ length: asking.done }, (_, i) => at(i));
}

/** The cards that were spent for the move that is being made, read from the whole log. */
export function spentSoFar(steps: readonly Step[]): string[] {
	const made: string[] = [];
	for (const step of steps) {
		if (step.kind === 'undo' && step.to !== undefined) made.length = Math.min(made.length, step.to);
		for (const play of step.plays ?? []) if (play.move !== undefined) made.push(play.move);
	}
	const from = made.findLastIndex((move) => !move.startsWith('spend ')) + 1;
	return made.slice(from).map((move) => move.split(' ')[1] ?? '');
}

/** The rule that a question rests on: that of the move it is part of, or of its answer. */
export function ruleOf({ verbs }: Box, asking: Asking): string | undefined {
	const answer = Object.values(verbs).find((v) => v?.steps?.length === 1 && v.steps[0] === asking.step);
	const asked = asking.step === 'consent' ? undefined : asking.verb && verbs[asking.verb]?.rule;
	return asked ?? answer?.rule;
}
