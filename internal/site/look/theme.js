// Applies the theme that the user has set in the app (web/src/settings.svelte.ts), before anything is drawn.
(() => {
	const place = 'theriac.settings';
	const apply = () => {
		let theme;
		try {
			({ theme } = JSON.parse(localStorage.getItem(place) ?? '{}'));
		} catch {
			// If the stored settings cannot be read, use the default theme.
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
