// The commitment to the shuffle. The server publishes it before the game; after the game the transcript
// reveals the secret and the salt. The browser can check that they match without asking the server.

interface Seal {
	secret: string;
	salt: string;
	commitment: string;
	/** The nonces of the seats, in seat order; a seat without one has an empty string. */
	nonces: string[];
}

/** Reads the commitment from a transcript; null if the seed is public or not revealed. */
export function sealOf(transcript: string): Seal | null {
	const lines = transcript.split('\n');
	const seed = lines.find((line) => line.startsWith('seed revealed '));
	const [, , secret, salt, commitment] = seed?.split(' ') ?? [];
	if (!secret || !salt || !commitment) return null;
	const nonces = lines.filter((line) => /^nonce( |$)/.test(line)).map((line) => line.slice('nonce '.length));
	return { secret, salt, commitment, nonces };
}

/**
 * Reports whether the commitment is the SHA-256 hash of the domain, the secret and the salt. Null if the
 * browser cannot tell, since it offers cryptography only over TLS.
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
