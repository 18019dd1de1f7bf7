// A person on the server, who acts through the API and in a browser with the same token.

export class Person {
	readonly origin: string;
	readonly token: string;
	readonly name: string;
	/** The id on the server; empty for a caller without a person. */
	readonly id: string;

	constructor(origin: string, token: string, name: string, id = '') {
		this.origin = origin;
		this.token = token;
		this.name = name;
		this.id = id;
	}

	/** Sends a request, and throws if the server refuses it. */
	async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const headers: Record<string, string> = { 'Content-Type': 'application/json' };
		if (this.token) headers.Authorization = `Bearer ${this.token}`;
		const answer = await fetch(this.origin + path, {
			method,
			headers,
			body: body && JSON.stringify(body),
		} as RequestInit);
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
		return (text ? JSON.parse(text) : null) as T;
	}

	/** Returns the browser state that signs a browser in as this person. */
	get cookie() {
		return { name: 'theriac', value: this.token, url: this.origin, httpOnly: true };
	}
}
