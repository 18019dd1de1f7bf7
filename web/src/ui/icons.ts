// Our own icons: outlines on a grid of 24 by 24, drawn in the colour of the text around them. A path of
// hardly any length ("h.01") makes a dot. Icons of a single game are in that game's folder, and those that no
// first page needs in later-icons.ts.

const paths = {
	// Icons of the game.
	deck: 'M7 7h10a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1ZM8 4h10a3 3 0 0 1 3 3v10',
	infection:
		'M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10ZM12 7V3.5M12 20.5V17M7.7 9.5 4.6 7.7M19.4 16.3l-3.1-1.8M7.7 14.5l-3.1 1.8M19.4 7.7l-3.1 1.8M10.5 11h.01M13.5 13.2h.01',
	cure: 'M9 3h6M10 3v6L5 18a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M7.5 14h9',
	eradicated: 'm12 3 2.7 5.8 6.3.8-4.6 4.4 1.2 6.3-5.6-3.1-5.6 3.1 1.2-6.3L3 9.6l6.3-.8Z',
	hand: 'M9 5.5h6a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1v-12a1 1 0 0 1 1-1ZM4.5 8 3 17.5 5 18M19.5 8 21 17.5l-2 .5',
	share: 'M4 9h14l-4-4M20 15H6l4 4',
	event: 'M13 3 5 14h6l-1 7 8-11h-6Z',
	// Icons of the table.
	chat: 'M5 4h14a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-8l-5 4v-4H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Z',
	log: 'M9 6h11M9 12h11M9 18h7M4.5 6h.01M4.5 12h.01M4.5 18h.01',
	rules: 'M12 6c-2-1.5-4.5-2-8-2v14c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4c-3.5 0-6 .5-8 2ZM12 6v14',
	undo: 'M8 4 4 8l4 4M4 8h10a6 6 0 0 1 0 12H8',
	people:
		'M9 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM2.5 20c0-3.5 2.5-5.5 6.5-5.5s6.5 2 6.5 5.5M16 5a3.3 3.3 0 0 1 0 6.2M18 14.8c2.2.6 3.5 2.4 3.5 5.2',
	person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20.5c0-3.5 3-5.5 7.5-5.5s7.5 2 7.5 5.5',
	bot: 'M6 9h12a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 18 20H6a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 6 9ZM12 9V5M12 4h.01M9 13.5v1.5M15 13.5v1.5M2 13v3M22 13v3',
	clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.5V12l3 2',
	chart: 'M4 4v16h16M8 15l3.5-4.5 3 2.5L20 7',
	lock: 'M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
	// Icons of the client.
	settings:
		'M4 7h9M17 7h3M15 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM4 17h3M11 17h9M9 15a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z',
	eye: 'M2.5 12C5 7.5 8.2 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.7 6.5-9.5 6.5S5 16.5 2.5 12ZM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z',
	link: 'M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.6-1.6',
	copy: 'M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1ZM16 5V4a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1',
	check: 'm5 12.5 4.5 4.5L19 7',
	cross: 'm6 6 12 12M18 6 6 18',
	plus: 'M12 5v14M5 12h14',
	minus: 'M5 12h14',
	warning: 'M12 4 2.8 20h18.4ZM12 10v4.5M12 17.3h.01',
	info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 11v5.5M12 7.8h.01',
	question:
		'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1.9-1.1 1.7M12 16.7h.01',
	play: 'M7 4.5v15l12-7.5Z',
	pause: 'M8 5v14M16 5v14',
	'step-forward': 'M6 5v14l9-7ZM18.5 5v14',
	skip: 'M4 6v12l8-6ZM12 6v12l8-6Z',
	menu: 'M4 7h16M4 12h16M4 17h16',
	more: 'M4.5 12h2M11 12h2M17.5 12h2',
	sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2.5V4M12 20v1.5M2.5 12H4M20 12h1.5M5.3 5.3l1 1M17.7 17.7l1 1M18.7 5.3l-1 1M6.3 17.7l-1 1',
	moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
	globe: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM3.5 12h17M12 3.5c5 5 5 12 0 17-5-5-5-12 0-17Z',
	phone:
		'M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3ZM11 18h2',
	arrow: 'M4 12h15M13 6l6 6-6 6',
	up: 'm6 15 6-6 6 6',
	down: 'm6 9 6 6 6-6',
	left: 'm15 6-6 6 6 6',
	right: 'm9 6 6 6-6 6',
	download: 'M12 4v11M7 10.5l5 5 5-5M4 20h16',
	branch: 'M6 3v18M6 15c0-5 9-3 9-9M11.5 8 15 4.5 18.5 8',
	flag: 'M5 21V4h12l-2.5 4L17 12H5',
	refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.5M20 4v5.5h-5.5',
	home: 'M4 11 12 4l8 7v9h-5.5v-6h-5v6H4Z',
} as const;

/** The name of an icon here, or the path of a game's own icon. */
export type IconName = keyof typeof paths | `M${string}`;

export function pathOf(name: IconName): string {
	return name in paths ? paths[name as keyof typeof paths] : name;
}
