// What a table shows about a proposal that those present decide, and about a stopped clock.

import type { Proposal, Seat, Step } from '../gen/api.ts';

/** The state of the vote on a proposal. It has one seat of each person, since a person has one vote. */
interface Vote {
	agreed: number[];
	/** The others who have to answer. */
	asked: number[];
	/** The people without a vote, because they are away. */
	absent: number[];
	/** Whether this player has to answer. */
	mine: boolean;
}

/** The kinds of proposals that those present decide; all others need everybody whom they concern. */
const together = ['bot', 'pause', 'resume', 'end'];

export function voteOf(
	ask: Pick<Proposal, 'what' | 'seat' | 'agreed' | 'needs' | 'present'>,
	seats: readonly Seat[],
	mine: readonly number[],
): Vote {
	const needs = ask.needs ?? [];
	const decides = ask.present ?? [];
	const holder = (seat: number) => seats[seat]?.holder?.id;
	const voters = new Set(decides.map(holder));
	const away = !together.includes(ask.what)
		? []
		: seats.filter(
				(seat) => seat.holder && !seat.holder.bot && seat.seat !== ask.seat && !voters.has(seat.holder.id),
			);
	return {
		agreed: once(ask.agreed ?? [], holder),
		asked: once(
			needs.filter((seat) => !mine.includes(seat)),
			holder,
		),
		absent: once(
			away.map((seat) => seat.seat),
			holder,
		),
		mine: needs.some((seat) => mine.includes(seat)),
	};
}

/** Returns the first seat of each holder; a seat without a holder counts for itself. */
function once(seats: readonly number[], holder: (seat: number) => string | undefined): number[] {
	const seen = new Set<string | number>();
	return seats.filter((seat) => {
		const who = holder(seat) ?? seat;
		return !seen.has(who) && seen.add(who);
	});
}

/** Returns the seat that stopped the clock, by the log: the one that proposed it last. */
export function pausedBy(steps: readonly Step[]): number | undefined {
	const at = steps.findLastIndex((step) => step.kind === 'pause');
	if (at < 0) return undefined;
	const asked = steps.slice(0, at).findLast((step) => step.kind === 'ask' && step.what === 'pause');
	return (asked ?? steps[at])?.by?.[0];
}
