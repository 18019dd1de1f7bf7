// A mail server (RFC 5321) that accepts every email and stores it for tests.

import { createServer, type Server, type Socket } from 'node:net';

export class Mailbox {
	readonly mails: string[] = [];
	private readonly server: Server;
	private readonly open = new Set<Socket>();

	private constructor() {
		this.server = createServer((socket) => this.serve(socket));
	}

	static async listen(): Promise<Mailbox> {
		const box = new Mailbox();
		await new Promise<void>((done) => box.server.listen(0, '127.0.0.1', done));
		return box;
	}

	/** The server's address as host:port. */
	get address(): string {
		const at = this.server.address();
		return `127.0.0.1:${typeof at === 'object' ? at?.port : ''}`;
	}

	/** Returns the first URL with the given path in the newest email. */
	link(path: string): string {
		const text = (this.mails.at(-1) ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
		return text.split(/\s+/).find((word) => word.includes(path)) ?? '';
	}

	private serve(socket: Socket): void {
		this.open.add(socket);
		socket.on('close', () => this.open.delete(socket));
		socket.on('error', () => socket.destroy());
		let text = '';
		let inMail = false;
		socket.write('220 ready\r\n');
		socket.on('data', (chunk) => {
			text += chunk;
			for (;;) {
				const end = text.indexOf(inMail ? '\r\n.\r\n' : '\r\n');
				if (end < 0) return;
				const part = text.slice(0, end);
				text = text.slice(end + (inMail ? 5 : 2));
				if (inMail) this.mails.push(part);
				inMail = !inMail && part === 'DATA';
				socket.write(inMail ? '354 go on\r\n' : part === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n');
			}
		});
	}

	async close(): Promise<void> {
		for (const socket of this.open) socket.destroy();
		await new Promise((done) => this.server.close(done));
	}
}
