// The service worker: the client opens without a connection, and says so itself.

/** Registers it, once the page has all it needs. Only in what was built. */
export function registerWorker(): void {
	if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
	const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => null);
	if (document.readyState === 'complete') register();
	else window.addEventListener('load', register, { once: true });
}
