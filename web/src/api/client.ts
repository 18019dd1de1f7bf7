// Sends requests to the API and reads the responses. The types of both are in src/gen/api.ts.

import type { paths } from '../gen/api.ts';
import { send } from './device.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** An operation of the API's OpenAPI document. */
interface Operation {
	parameters: { path?: object; query?: object };
	requestBody?: unknown;
	responses: unknown;
}

/** The paths of the API that support a method. */
type Address<M extends Method> = {
	[P in keyof paths]: paths[P] extends Record<M, Operation> ? P : never;
}[keyof paths];

type Found<M extends Method, P extends Address<M>> =
	paths[P] extends Record<M, infer O extends Operation> ? O : never;

type Content<T, None> = T extends { content: infer C } ? C[keyof C] : None;

/** The parameters of an operation: path, query, body. */
type Asked<O extends Operation> = Pick<O['parameters'], 'path' | 'query'> & {
	[K in keyof O as K extends 'requestBody' ? 'body' : never]: Content<O[K], undefined>;
};

// biome-ignore lint/complexity/noBannedTypes: tests whether all parameters are optional
type Rest<O extends Operation> = {} extends Asked<O> ? [asked?: Asked<O>] : [asked: Asked<O>];

/** The arguments of a request to one address: its path and query parameters, and its body. */
export type Question<M extends Method, P extends Address<M>> = Asked<Found<M, P>>;

/**
 * The server's answer to a request: data or an error. If the server is unreachable, the request throws
 * instead.
 */
export interface Answered<T> {
	data?: T;
	error?: unknown;
	response: Response;
}

type Ask<M extends Method> = <P extends Address<M>>(
	url: P,
	...rest: Rest<Found<M, P>>
) => Promise<Answered<Content<Found<M, P>['responses'][keyof Found<M, P>['responses']], void>>>;

interface Parts {
	path?: object;
	query?: object;
	body?: unknown;
}

/** Returns the URL of a request, with its path and query parameters filled in. */
export function addressOf(url: string, { path = {}, query = {} }: Parts = {}): string {
	const places = new Map(Object.entries(path));
	const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
	const tail = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
	const address = url.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(places.get(name))));
	return tail ? `${address}?${tail}` : address;
}

/**
 * The timeout of a request, in milliseconds. It is needed because a half-open connection never reports an
 * error.
 */
const patience = 10_000;

function asking<M extends Method>(method: M): Ask<M> {
	return async (url, ...[asked]) => {
		const parts: Parts = asked ?? {};
		const body = parts.body === undefined ? undefined : JSON.stringify(parts.body);
		const response = await send(addressOf(url, parts), {
			method: method.toUpperCase(),
			body,
			headers: body === undefined ? undefined : { 'Content-Type': 'application/json' },
			signal: AbortSignal.timeout(patience),
		});
		const said = await read(response);
		return response.ok ? { data: said, response } : { error: said, response };
	};
}

// biome-ignore lint/suspicious/noExplicitAny: the OpenAPI document defines the type
async function read(response: Response): Promise<any> {
	const text = await response.text();
	return /\bjson\b/.test(response.headers.get('Content-Type') ?? '') && text ? JSON.parse(text) : text;
}

export const api = {
	get: asking('get'),
	post: asking('post'),
	put: asking('put'),
	patch: asking('patch'),
	delete: asking('delete'),
};
