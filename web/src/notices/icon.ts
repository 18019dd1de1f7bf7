// The small picture on the browser's tab. Browsers ask for it past the service worker, so that one without a server
// has none: it is read as a file of the client, which is kept, and shown from memory.

const read = new Map<string, Promise<string>>();
let shown = '/favicon.svg';

/** Where the picture of an address is in memory. It is read once. */
export function iconOf(path: string): Promise<string> {
	let icon = read.get(path);
	if (!icon) {
		icon = fetch(path).then(async (answer) => URL.createObjectURL(await answer.blob()));
		icon.catch(() => read.delete(path));
		read.set(path, icon);
	}
	return icon;
}

/** Shows a picture on the tab. One that does not come leaves the one before. */
export function showIcon(path: string): void {
	if (path === shown) return;
	shown = path;
	iconOf(path).then(
		(icon) => {
			const link = document.querySelector<HTMLLinkElement>('#favicon');
			if (link && shown === path) link.href = icon;
		},
		() => {},
	);
}
