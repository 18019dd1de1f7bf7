// Icons that only the Iberia game has, in the style of ui/icons.ts.

export const carriage =
	'M3 7h2.5v7h12V7.5H10M5.5 10h12M8.5 14.5a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6ZM17 14.5a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6ZM17.5 10.5l4 1.5';
export const train =
	'M8 4h8a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3ZM5 10.5h14M12 4v6.5M8.5 13.8h.01M15.5 13.8h.01M8.5 17 6 20.5M15.5 17l2.5 3.5';
export const ship = 'M3.5 15h17l-2 5h-13ZM12 15V3M12 4.5c4 1 6 4 6 7.5h-6M12 6c-3 .8-5 3-5.5 6H12';
export const rail = 'M8.5 3 6 21M15.5 3 18 21M8 7h8M7.5 11.5h9M6.8 16h10.4';
export const water = 'M12 3c4 5 6 8 6 11a6 6 0 1 1-12 0c0-3 2-6 6-11ZM9 14.5a3 3 0 0 0 3 3';
export const hospital = 'M4 20V8l8-4 8 4v12ZM12 9v6M9 12h6';
