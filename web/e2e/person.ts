// Somebody who comes to the server: by the API, and with a browser by the same token.

export class Person {
	readonly origin: string;
	readonly token: string;
	readonly name: string;

	constructor(origin: string, token: string, name: string) {
		this.origin = origin;
		this.token = token;
		this.name = name;
	}

	/** Asks the server; a refusal is thrown. */
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

	/** What makes a browser this person. */
	get cookie() {
		return { name: 'theriac', value: this.token, url: this.origin, httpOnly: true };
	}
}
