// Icons that no first page needs, as icons.ts describes them. They load with the parts that show them.

export const qr =
	'M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h2v2M20 14v.01M14 20v-1M17.5 17.5h.01M20 17.5V20h-2.5';
export const external = 'M13 4h7v7M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5';
export const keyboard =
	'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM7 10h.01M10.3 10h.01M13.7 10h.01M17 10h.01M8 14.3h8';
export const stepBack = 'M18 5v14l-9-7ZM5.5 5v14';
