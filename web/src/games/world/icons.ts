// Icons that only the world game has, in the style of ui/icons.ts.

export const plane =
	'M12 3c1 0 1.5 1 1.5 2.5V9l7 4.5V16l-7-2.5V18l2.5 1.5V21L12 20l-4 1v-1.5l2.5-1.5v-4.5l-7 2.5v-2.5L10.5 9V5.5C10.5 4 11 3 12 3Z';
export const car =
	'M5 16v2.5M19 16v2.5M4 16h16v-4l-2-1.5-1.5-4A1.5 1.5 0 0 0 15 5.5H9a1.5 1.5 0 0 0-1.5 1L6 10.5 4 12ZM6 10.5h12M7.5 13.3h.01M16.5 13.3h.01';
export const shuttle =
	'M2 12.5 6 9l4 3.5V19H2ZM14 12.5 18 9l4 3.5V19h-8ZM6 5.5C9 3 15 3 18 5.5M15.5 5.8H18V3.3';
export const charter =
	'M3 8a1 1 0 0 1 1-1h16a1 1 0 0 1 1 1v2a2 2 0 0 0 0 4v2a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-2a2 2 0 0 0 0-4ZM14 7.5v1M14 11.5v1M14 15.5v1';
export const dispatch =
	'M12 12h.01M8.5 8.5a5 5 0 0 0 0 7M15.5 15.5a5 5 0 0 0 0-7M5.6 5.6a9 9 0 0 0 0 12.8M18.4 18.4a9 9 0 0 0 0-12.8';
export const pawn = 'M12 21c-4-5-6-8-6-11a6 6 0 1 1 12 0c0 3-2 6-6 11ZM12 10h.01';
export const build = 'M4 12.5 11 6l7 6.5V20H4ZM18 3v6M15 6h6';
