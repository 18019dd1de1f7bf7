// Toasts: short messages that disappear. Toasts.svelte shows them; any module can add one.

export interface Toast {
	id: number;
	text: string;
	tone: 'plain' | 'good' | 'warn' | 'danger';
	/**
	 * Whether screen readers interrupt other speech to announce the toast, which is only for what users must
	 * not miss.
	 */
	urgent: boolean;
	/** A button that the toast offers. */
	action?: { label: string; run: () => void };
}

export const toasts: Toast[] = $state([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const most = 3;
let last = 0;

/** Shows a toast for some seconds and returns its number. With 0 seconds it stays until it is dismissed. */
export function notify(
	text: string,
	options: Partial<Omit<Toast, 'id' | 'text'>> & { seconds?: number } = {},
): number {
	const { seconds = options.action ? 10 : 6, ...rest } = options;
	const again = toasts.find((toast) => toast.text === text);
	if (again) dismiss(again.id);
	last += 1;
	toasts.push({ id: last, text, tone: 'plain', urgent: false, ...rest });
	while (toasts.length > most && toasts[0]) dismiss(toasts[0].id);
	hold(last, seconds);
	return last;
}

/** Removes the toast with this number. */
export function dismiss(id: number): void {
	clearTimeout(timers.get(id));
	timers.delete(id);
	const at = toasts.findIndex((toast) => toast.id === id);
	if (at >= 0) toasts.splice(at, 1);
}

function hold(id: number, seconds: number): void {
	if (seconds > 0)
		timers.set(
			id,
			setTimeout(() => dismiss(id), seconds * 1000),
		);
}
