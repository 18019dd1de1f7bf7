// Sets the favicon. Browsers request favicons without the service worker, so the icon would be missing
// offline. Instead, the client loads the icon from its cached files and shows it from memory.

const read = new Map<string, Promise<string>>();
let shown = '/favicon.svg';

/** Returns the object URL of an icon; each icon is loaded once. */
function iconOf(path: string): Promise<string> {
	let icon = read.get(path);
	if (!icon) {
		icon = fetch(path).then(async (answer) => URL.createObjectURL(await answer.blob()));
		icon.catch(() => read.delete(path));
		read.set(path, icon);
	}
	return icon;
}

/** Shows an icon on the browser tab. If it does not load, the previous icon stays. */
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
