// The look that is set in the app (web/src/settings.svelte.ts), before anything is drawn.
(() => {
	const place = 'theriac.settings';
	const apply = () => {
		let theme;
		try {
			({ theme } = JSON.parse(localStorage.getItem(place) ?? '{}'));
		} catch {
			// What cannot be read is as if nothing had been set.
		}
		const root = document.documentElement;
		if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
		else delete root.dataset.theme;
	};
	apply();
	addEventListener('storage', (e) => {
		if (e.key === place || e.key === null) apply();
	});
	addEventListener('pageshow', (e) => {
		if (e.persisted) apply();
	});
})();
