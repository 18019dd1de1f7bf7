// Guides a learner through a lesson at its table: the current text, the moves that are allowed, and the moves
// of the other seats.

import type { Table } from '../gen/api.ts';
import { t } from '../i18n/words.svelte.ts';
import type { LiveTable } from '../table/live.svelte.ts';
import {
	type Lesson,
	offers,
	type Page,
	type Progress,
	progressOf,
	reads,
	type Step,
	standing,
	type Words,
} from './lesson.ts';

/**
 * What the learner can do now: read the text, make a move, watch the guide's move, or take a move back.
 * With `end`, the lesson is over.
 */
type Phase = 'read' | 'move' | 'watch' | 'back' | 'end';

export class Guide {
	readonly live: LiveTable;
	readonly lesson: Lesson;
	/** Whether the learner plays on after the lesson, so that all moves are allowed. */
	free = $state(false);
	/** The page that the learner is reading, counted from the step that the moves have reached. */
	private reading = $state.raw({ from: -1, step: 0, page: 0 });
	private record: Table | null = null;
	/** The lesson's texts in the current language. */
	text: Words = $state.raw({});

	constructor(live: LiveTable, lesson: Lesson, text: Words) {
		this.live = live;
		this.lesson = lesson;
		this.text = text;
	}

	private moves = $derived.by(() => standing(this.live.steps));
	private progress: Progress = $derived.by(() => progressOf(this.lesson, this.moves));

	/** The number of the current step. */
	at: number = $derived.by(() =>
		this.reading.from === this.progress.step ? this.reading.step : this.progress.step,
	);

	private get page(): number {
		const pages = this.step?.say.length ?? 1;
		if (this.progress.made > 0) return pages - 1;
		return this.reading.from === this.progress.step ? Math.min(this.reading.page, pages - 1) : 0;
	}

	get step(): Step | undefined {
		return this.lesson.steps[this.at];
	}

	/** The page of text that is shown. */
	said: Page | undefined = $derived.by(() => this.step?.say[this.page]);

	get words(): string {
		const { off, step } = this.progress;
		if (off === null) return this.text[this.step?.id ?? '']?.say[this.page] ?? '';
		return this.text[this.lesson.steps[step]?.id ?? '']?.else?.[off] ?? '';
	}

	phase: Phase = $derived.by(() => {
		if (this.progress.off !== null) return 'back';
		const { step } = this;
		const last = this.at >= this.lesson.steps.length - 1;
		if (!step || (reads(step) && last && this.page === step.say.length - 1)) return 'end';
		if (reads(step) || this.page < step.say.length - 1) return 'read';
		return (step.seat ?? 0) === this.lesson.learner ? 'move' : 'watch';
	});

	/** Reports whether the lesson is over and the game goes on without it. */
	get gone(): boolean {
		return (
			this.free || this.live.update?.over !== undefined || this.progress.step >= this.lesson.steps.length
		);
	}

	/**
	 * The cities and regions that the text is about. If part of the map is out of view, the map moves to
	 * them.
	 */
	places: readonly string[] = $derived.by(() => {
		if (this.gone || this.progress.off !== null) return [];
		return (this.said?.light ?? []).flatMap((light) => /^(?:city|region)\/(.*)/.exec(light)?.[1] ?? []);
	});

	/** Continues with the next page, or with the guide's move. */
	async next(): Promise<void> {
		const { step, phase, live } = this;
		if (phase === 'back') {
			await live.undo(this.progress.from);
		} else if (phase === 'watch' && step) {
			for (const move of step.moves?.slice(this.progress.made) ?? []) {
				if (!(await live.play(step.seat ?? 0, move))) return;
			}
		} else if (phase === 'read' && step) {
			const more = this.page < step.say.length - 1;
			this.reading = {
				from: this.progress.step,
				step: more ? this.at : this.at + 1,
				page: more ? this.page + 1 : 0,
			};
		}
	}

	/** Reports whether the lesson allows a legal move now. */
	offers(seat: number, move: string): boolean {
		const { step, phase } = this;
		if (this.gone) return true;
		if (!step || seat !== (step.seat ?? 0)) return false;
		return phase === 'move' ? offers(step, move) : phase === 'watch' && (step.moves ?? []).includes(move);
	}

	/**
	 * Returns the table as the learner should see it: one seat is the learner's, all others are the guide's.
	 */
	seated(record: Table): Table {
		this.record = record;
		if (this.free) return record;
		const { learner, names } = this.lesson;
		const seats = record.seats?.map((seat) => {
			if (!seat.holder) return seat;
			if (seat.seat !== learner) {
				const name = names?.[seat.seat] ?? t('web.learn.guide');
				return { ...seat, holder: { id: `guide-${seat.seat}`, name } };
			}
			return { ...seat, holder: { ...seat.holder, name: seat.holder.name || t('web.learn.you') } };
		});
		return { ...record, seats: seats ?? null, you: { ...record.you, seats: [learner] } };
	}

	/** Ends the lesson: the learner plays the rest of the game freely. */
	leave(): void {
		this.free = true;
		if (this.record) this.live.record = this.record;
	}
}
