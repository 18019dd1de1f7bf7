// How a question of the generated client is put to the server, and what its answer
// becomes. It stands in the place of the one that comes with the generator, which
// can do much more than is asked here. Nobody calls it but src/gen/api.

import { send } from './device.ts';

/** What the document says of a question. */
export interface TDataShape {
	body?: unknown;
	headers?: unknown;
	path?: unknown;
	query?: unknown;
	url: string;
}

/** What is passed along with a question. */
export type Options<Data extends TDataShape, _Throws = boolean, _Response = unknown> = Omit<
	Data,
	'url' | 'headers'
>;

/** Nothing is passed along besides. */
export type ClientMeta = Record<never, never>;

type Either<T> = T extends object ? T[keyof T] : T;

/** An answer: what was asked for, or why not. An unreachable server throws. */
export type RequestResult<Data, Problem, _Throws = boolean> = Promise<{
	data?: Either<Data>;
	error?: Either<Problem>;
	response: Response;
}>;

interface Question {
	url: string;
	path?: object;
	query?: object;
	body?: unknown;
}

type Ask = <Data, Problem, Throws>(question: Question) => RequestResult<Data, Problem, Throws>;
export type Client = Record<'get' | 'post' | 'put' | 'patch' | 'delete', Ask>;

/** The address of a question, its places filled in. */
export function addressOf({ url, path = {}, query = {} }: Question): string {
	const places = new Map(Object.entries(path));
	const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
	const tail = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
	const address = url.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(places.get(name))));
	return tail ? `${address}?${tail}` : address;
}

/** So many milliseconds pass before nobody answers: half-open connections never say that they are. */
const patience = 10_000;

function asking(method: string): Ask {
	return async (question) => {
		const body = question.body === undefined ? undefined : JSON.stringify(question.body);
		const response = await send(addressOf(question), {
			method,
			body,
			headers: body === undefined ? undefined : { 'Content-Type': 'application/json' },
			signal: AbortSignal.timeout(patience),
		});
		const said = await read(response);
		return response.ok ? { data: said, response } : { error: said, response };
	};
}

// biome-ignore lint/suspicious/noExplicitAny: the document says what it is
async function read(response: Response): Promise<any> {
	const text = await response.text();
	return /\bjson\b/.test(response.headers.get('Content-Type') ?? '') && text ? JSON.parse(text) : text;
}

export const client: Client = {
	get: asking('GET'),
	post: asking('POST'),
	put: asking('PUT'),
	patch: asking('PATCH'),
	delete: asking('DELETE'),
};
