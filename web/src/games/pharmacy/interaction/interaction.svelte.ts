// What a player is in the middle of doing: a pile, a card of the hand or a payment
// that was picked and does not make a move yet. It belongs to a session, and the parts
// of the table that act all ask for the same one.

import { tell } from '../../../i18n/notation.ts';
import { name, t } from '../../../i18n/words.svelte.ts';
import type { MoveOption } from '../offers.ts';
import type { Travel } from '../position.ts';
import type { PlayerSession } from '../session.svelte.ts';
import { chosenOf, type Payment, paymentsOf } from './payments.ts';
import { bySeat, narrowed, type Picked, type PileId } from './targets.ts';

/** Something on the table that can be tapped: what that does, in words, and doing it. */
export interface Target {
	label: string;
	go: () => void;
}

const nothing: Picked = { pile: null, card: null, pays: null };

export class Interaction {
	readonly session: PlayerSession;
	/** The seat whose viruses are looked through, and under which question. */
	private looked = $state.raw<{ question: string; seat: number | null }>({ question: '', seat: null });
	/** The seat whose hand is laid open, where several play on one screen. */
	private open = $state<number | null>(null);
	/** What was picked, and under which question: with the question it is forgotten. */
	private begun = $state.raw<{ question: string; picked: Picked }>({ question: '', picked: nothing });

	constructor(session: PlayerSession) {
		this.session = session;
	}

	/** Players who are not asked may read a card while the others play on. */
	private question: string = $derived.by(() => {
		const { seat, live, asked } = this.session;
		return asked ? `${live.update?.question.id} ${live.update?.n} ${seat}` : `${seat}`;
	});

	picked: Picked = $derived.by(() => (this.begun.question === this.question ? this.begun.picked : nothing));

	/** The seat whose viruses are looked through, where one of them is to be chosen. */
	get from(): number | null {
		return this.looked.question === this.question ? this.looked.seat : null;
	}

	set from(seat: number | null) {
		this.looked = { question: this.question, seat };
	}

	/** A proposal waits for an answer of this person. */
	proposed: boolean = $derived.by(() => {
		const { update, mine } = this.session.live;
		return (update?.ask?.needs ?? []).some((seat) => mine.includes(seat));
	});

	/** Something is asked of the seat that acts, and no proposal comes first. */
	asked: boolean = $derived.by(() => this.session.asked && !this.proposed);

	/** The ways to pay, the one to propose first. */
	payments: Payment[] = $derived.by(() => (this.asked ? paymentsOf(this.session.offers) : []));

	payment: Payment | undefined = $derived.by(() => chosenOf(this.payments, this.picked.pays));

	/** The moves that what was picked leads to. */
	narrowed: MoveOption[] = $derived.by(() =>
		this.asked ? narrowed(this.session.step, this.session.offers, this.picked) : [],
	);

	/** The seats that can be tapped now. */
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

	/** The open cards that can be tapped now. */
	piles: Map<PileId, Target> = $derived.by(() => {
		const found = new Map<PileId, Target>();
		if (!this.asked) return found;
		for (const { pile } of this.session.offers)
			if (pile) found.set(pile, { label: this.pileLabel(pile), go: () => this.pick({ pile }) });
		return found;
	});

	/** The hand lies face down: others look at the same screen, and nobody has asked to see it. */
	hidden: boolean = $derived.by(() => this.session.live.mine.length > 1 && this.open !== this.session.seat);

	/**
	 * The card that goes round, as this screen may show it: a risk card is for the eyes of the seat that has put it
	 * there, and not of another seat of the same person; nor, in a lesson, of whoever learns.
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

	/** A move in words. */
	told(offer: MoveOption): string {
		const open = this.session.position?.piles.find((p) => p.id === offer.pile)?.open;
		const card = open && name('card', open);
		if (card && offer.word === 'take-card') return t('web.pharmacy.act.take-card', { card });
		if (card && offer.other !== undefined)
			return t('web.pharmacy.act.send-card', { card, seat: this.session.seatName(offer.other) });
		return tell(offer, 'move', this.session.seatName);
	}

	/** Picks a pile, a card or a payment; the same pile or card once more puts it back. */
	pick(what: Partial<Picked>): void {
		const { pile, card } = this.picked;
		const again = (what.pile && what.pile === pile) || (what.card && what.card === card);
		const picked = 'pays' in what ? { ...this.picked, ...what } : again ? nothing : { ...nothing, ...what };
		this.begun = { question: this.question, picked };
	}

	/** Plays a move. While one is under way another press does nothing. */
	async play(offer: MoveOption): Promise<void> {
		if (this.session.live.sending !== null) return;
		if (await this.session.choose(offer)) this.leave();
	}

	/** Lays the hand of the seat that acts open, or face down again. */
	reveal(seen: boolean): void {
		this.open = seen ? this.session.seat : null;
	}

	/** Another of one's own seats plays. */
	switchTo(seat: number): void {
		this.session.chosen = seat;
		this.open = null;
		this.leave();
	}

	/** Goes one step back. False: there was nothing to leave. */
	back(): boolean {
		const { live } = this.session;
		const { pile, card } = this.picked;
		if (live.refusal === null && pile === null && card === null && this.from === null) return false;
		live.refusal = null;
		this.leave();
		return true;
	}

	/** Leaves whatever was begun. */
	leave(): void {
		this.from = null;
		this.begun = { question: '', picked: nothing };
	}
}

const interactions = new WeakMap<PlayerSession, Interaction>();

/** What is being done at a session. */
export function interactionOf(session: PlayerSession): Interaction {
	const known = interactions.get(session);
	if (known) return known;
	const interaction = new Interaction(session);
	interactions.set(session, interaction);
	return interaction;
}
