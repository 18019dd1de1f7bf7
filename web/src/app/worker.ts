// Registers the service worker, which lets the client open without a connection.

/** Registers the service worker once the page has loaded, in production builds only. */
export function registerWorker(): void {
	if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
	const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => null);
	if (document.readyState === 'complete') register();
	else window.addEventListener('load', register, { once: true });
}
