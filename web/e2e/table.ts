// A table as seen by a test: the people in its seats, and moves through the API.

import { randomUUID } from 'node:crypto';
import type { Update } from '../src/gen/api.ts';
import type { PharmacyView } from '../src/gen/pharmacy-view.ts';
import type { WorldView } from '../src/gen/world-view.ts';
import type { Person } from './person.ts';

export class TableAt {
	readonly id: string;
	/** The people in the seats, by seat. */
	readonly people: Person[];
	readonly invite: string;
	/** The deal number of the table, if it has one. */
	readonly deal: number | undefined;

	constructor(id: string, people: Person[], invite: string, deal?: number) {
		this.id = id;
		this.deal = deal;
		this.people = people;
		this.invite = invite;
	}

	get path(): string {
		return `/t/${this.id}`;
	}

	/** Returns the last part of the invitation's address. */
	get secret(): string {
		return this.invite.split('/').at(-1) ?? '';
	}

	who(seat: number): Person {
		const person = this.people[seat];
		if (!person) throw new Error(`nobody on seat ${seat}`);
		return person;
	}

	/** Fetches the game as a seat may see it. */
	view(seat = 0): Promise<Update> {
		return this.who(seat).call<Update>('GET', `/api/tables/${this.id}/view?fresh=true`);
	}

	/** Fetches the newest move, as a seat may see it. */
	async lastMove(seat = 0): Promise<string> {
		const path = `/api/tables/${this.id}/view?after=-1&fresh=true`;
		const { steps } = await this.who(seat).call<Update>('GET', path);
		return steps?.flatMap((s) => s.plays?.map((p) => p.move ?? '') ?? []).at(-1) ?? '';
	}

	async play(seat: number, question: string, move: string): Promise<void> {
		const body = { seat, question, move, key: randomUUID() };
		await this.who(seat).call('POST', `/api/tables/${this.id}/moves`, body);
	}

	async command(seat: number, what: 'undo' | 'answer' | 'propose', body: object = {}): Promise<void> {
		await this.who(seat).call('POST', `/api/tables/${this.id}/${what}`, { ...body, key: randomUUID() });
	}

	/** Ends the game: all players give up. */
	async end(): Promise<void> {
		await this.command(0, 'propose', { what: 'end' });
		const others = new Set(this.people.slice(1).filter((p) => p !== this.people[0]));
		for (const person of others) await this.command(this.people.indexOf(person), 'answer', { agree: true });
	}
}

export function worldOf(update: Update): WorldView {
	return update.view as unknown as WorldView;
}

export function pharmacyOf(update: Update): PharmacyView {
	return update.view as unknown as PharmacyView;
}

/** Returns the seat whose turn it is; views omit the field if it is seat 0. */
export function activeOf(update: Update): number {
	return worldOf(update).active ?? 0;
}

/** Returns the seats that owe an answer. */
export function askedBy(update: Update): number[] {
	return [...(update.question.all ?? []), ...(update.question.any ?? [])];
}

/** Returns the legal moves of a seat. */
export function movesOf(update: Update, seat: number): string[] {
	return update.moves?.find((m) => m.seat === seat)?.list ?? [];
}

/** Returns the cards in a seat's hand, as far as the update contains them. */
export function handOf(update: Update, seat: number): string[] {
	return worldOf(update).hands?.[seat]?.cards ?? [];
}
