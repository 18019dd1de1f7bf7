// Icons that only the map games have, in the style of ui/icons.ts.

export const bell = 'M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 1.5h-15ZM10 21h4';
export const forecast =
	'M2.5 12C5 7.5 8.2 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.7 6.5-9.5 6.5S5 16.5 2.5 12ZM12 9.5v5M9.5 12h5';
export const locate = 'M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10ZM12 2.5V7M12 17v4.5M2.5 12H7M17 12h4.5';
export const outbreak =
	'M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM7 7 4 4M4 7V4h3M17 7l3-3M17 4h3v3M7 17l-3 3M4 17v3h3M17 17l3 3M20 17v3h-3';
export const plan =
	'M5 19.5h.01M8.5 19.5H15a3.75 3.75 0 0 0 0-7.5H9.5a3.75 3.75 0 0 1 0-7.5H19M16 1.5l3 3-3 3';
export const station = 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1ZM10 20v-6h4v6';
export const treat = 'M9.5 4h5v5.5h5.5v5h-5.5V20h-5v-5.5H4v-5h5.5Z';
