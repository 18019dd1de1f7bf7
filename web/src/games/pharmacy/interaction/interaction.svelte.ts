// The player's unfinished input: a selected pile, card or payment that does not make a move yet. Each
// session has one such object, shared by all components that play moves.

import { tell } from '../../../i18n/notation.ts';
import { name, t } from '../../../i18n/words.svelte.ts';
import type { MoveOption } from '../offers.ts';
import type { Travel } from '../position.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { chosenOf, type Payment, paymentsOf } from './payments.ts';
import { bySeat, narrowed, type Picked, type PileId } from './targets.ts';

/** A target on the table that the player can tap: what the tap does, as text and as a function. */
export interface Target {
	label: string;
	go: () => void;
}

const nothing: Picked = { pile: null, card: null, pays: null };

export class Interaction {
	readonly session: PlayerSession;
	/** The seat whose viruses the player is viewing, and the question during which they were opened. */
	private looked = $state.raw<{ question: string; seat: number | null }>({ question: '', seat: null });
	/** The seat whose hand is face up, if several people play on one screen. */
	private open = $state<number | null>(null);
	/** The selection, and the question for which it was made. It is dropped when the question changes. */
	private begun = $state.raw<{ question: string; picked: Picked }>({ question: '', picked: nothing });

	constructor(session: PlayerSession) {
		this.session = session;
	}

	/**
	 * Identifies the question for which the selection is valid. If the question is to other players, a
	 * selected card stays open while they continue.
	 */
	private question: string = $derived.by(() => {
		const { seat, live, asked } = this.session;
		return asked ? `${live.update?.question.id} ${live.update?.n} ${seat}` : `${seat}`;
	});

	picked: Picked = $derived.by(() => (this.begun.question === this.question ? this.begun.picked : nothing));

	/** The seat whose viruses the player is viewing while choosing a virus. */
	get from(): number | null {
		return this.looked.question === this.question ? this.looked.seat : null;
	}

	set from(seat: number | null) {
		this.looked = { question: this.question, seat };
	}

	/** Whether a proposal is waiting for this person's answer. */
	proposed: boolean = $derived.by(() => {
		const { update, mine } = this.session.live;
		return (update?.ask?.needs ?? []).some((seat) => mine.includes(seat));
	});

	/** Whether the acting seat must answer the question, and no proposal has priority. */
	asked: boolean = $derived.by(() => this.session.asked && !this.proposed);

	/** The possible payments, beginning with the default. */
	payments: Payment[] = $derived.by(() => (this.asked ? paymentsOf(this.session.offers) : []));

	payment: Payment | undefined = $derived.by(() => chosenOf(this.payments, this.picked.pays));

	/** The legal moves that fit the selection. */
	narrowed: MoveOption[] = $derived.by(() =>
		this.asked ? narrowed(this.session.step, this.session.offers, this.picked) : [],
	);

	/** The seats that the player can tap now. */
	targets: Map<number, Target> = $derived.by(() => {
		const found = new Map<number, Target>();
		for (const [seat, offers] of bySeat(this.narrowed)) {
			const [only] = offers;
			if (only && offers.length === 1)
				found.set(seat, { label: this.told(only), go: () => void this.play(only) });
			else
				found.set(seat, {
					label: t('web.pharmacy.act.look', { seat: this.session.seatName(seat) }),
					go: () => {
						this.from = seat;
					},
				});
		}
		return found;
	});

	/** The piles whose open card the player can tap now. */
	piles: Map<PileId, Target> = $derived.by(() => {
		const found = new Map<PileId, Target>();
		if (!this.asked) return found;
		for (const { pile } of this.session.offers)
			if (pile) found.set(pile, { label: this.pileLabel(pile), go: () => this.pick({ pile }) });
		return found;
	});

	/**
	 * Whether the hand is face down: several seats are played on one screen, and the player has not turned up
	 * the hand of this seat.
	 */
	hidden: boolean = $derived.by(() => this.session.live.mine.length > 1 && this.open !== this.session.seat);

	/**
	 * The card being passed, as far as this screen may show it. A risk card is visible to the seat that
	 * played it. It stays hidden from other seats of the same person, and from the learner in a lesson.
	 */
	travel: Travel | null = $derived.by(() => {
		const { position, seat, live } = this.session;
		const travel = position?.travel ?? null;
		if (!travel?.risk) return travel;
		const seen = live.mine.length === 0 || travel.owner === seat;
		return seen && !this.hidden ? travel : { ...travel, card: undefined };
	});

	private pileLabel(pile: PileId): string {
		const open = this.session.position?.piles.find((p) => p.id === pile)?.open ?? '';
		return t('web.pharmacy.act.pick', { card: name('card', open) });
	}

	/** Returns a move as text. */
	told(offer: MoveOption): string {
		const open = this.session.position?.piles.find((p) => p.id === offer.pile)?.open;
		const card = open && name('card', open);
		if (card && offer.word === 'take-card') return t('web.pharmacy.act.take-card', { card });
		if (card && offer.other !== undefined)
			return t('web.pharmacy.act.send-card', { card, seat: this.session.seatName(offer.other) });
		return tell(offer, 'move', this.session.seatName);
	}

	/** Selects a pile, a card or a payment. Selecting the same pile or card again clears the selection. */
	pick(what: Partial<Picked>): void {
		const { pile, card } = this.picked;
		const again = (what.pile && what.pile === pile) || (what.card && what.card === card);
		const picked = 'pays' in what ? { ...this.picked, ...what } : again ? nothing : { ...nothing, ...what };
		this.begun = { question: this.question, picked };
	}

	/** Plays a move, unless another move is still being sent. */
	async play(offer: MoveOption): Promise<void> {
		if (this.session.live.sending !== null) return;
		if (await this.session.choose(offer)) this.leave();
	}

	/** Turns the acting seat's hand face up or face down. */
	reveal(seen: boolean): void {
		this.open = seen ? this.session.seat : null;
	}

	/** Lets the player act for another of their seats. */
	switchTo(seat: number): void {
		this.session.chosen = seat;
		this.open = null;
		this.leave();
	}

	/** Cancels the selection and dismisses a refusal. It returns false if there was neither. */
	back(): boolean {
		const { live } = this.session;
		const { pile, card } = this.picked;
		if (live.refusal === null && pile === null && card === null && this.from === null) return false;
		live.refusal = null;
		this.leave();
		return true;
	}

	/** Cancels all unfinished input. */
	leave(): void {
		this.from = null;
		this.begun = { question: '', picked: nothing };
	}
}

const interactions = new WeakMap<PlayerSession, Interaction>();

/** Returns the unfinished input of a session, the same object for every caller. */
export function interactionOf(session: PlayerSession): Interaction {
	const known = interactions.get(session);
	if (known) return known;
	const interaction = new Interaction(session);
	interactions.set(session, interaction);
	return interaction;
}
