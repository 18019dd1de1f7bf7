// The seal of the shuffle. Before the game the server published a commitment; after
// it, the transcript shows the secret and the salt behind it. That they belong
// together can be checked here, without asking the server.

export interface Seal {
	secret: string;
	salt: string;
	commitment: string;
	/** What each seat added, in order; some are empty. */
	nonces: string[];
}

/** Reads the seal from a transcript; null where the seed is an open number, or not revealed. */
export function sealOf(transcript: string): Seal | null {
	const lines = transcript.split('\n');
	const seed = lines.find((line) => line.startsWith('seed revealed '));
	const [, , secret, salt, commitment] = seed?.split(' ') ?? [];
	if (!secret || !salt || !commitment) return null;
	const nonces = lines.filter((line) => /^nonce( |$)/.test(line)).map((line) => line.slice('nonce '.length));
	return { secret, salt, commitment, nonces };
}

/**
 * Whether the commitment is SHA-256 of the domain, the secret and the salt. Null
 * where the browser cannot say: it keeps its cryptography for secure addresses.
 */
export async function holds(seal: Seal): Promise<boolean | null> {
	if (!globalThis.crypto?.subtle) return null;
	const domain = new TextEncoder().encode('theriac seed\n');
	const bytes = new Uint8Array([...domain, ...bytesOf(seal.secret), ...bytesOf(seal.salt)]);
	const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
	return Array.from(sum, (b) => b.toString(16).padStart(2, '0')).join('') === seal.commitment;
}

function bytesOf(hex: string): number[] {
	return (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}
