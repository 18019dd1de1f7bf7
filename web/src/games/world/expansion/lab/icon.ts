// The icon of the laboratory, in the style of ui/icons.ts.

export const microscope =
	'M9.5 3.5 13 2l3.5 8-3.5 1.5ZM11 12l1 2.5M15.5 7.5a6.5 6.5 0 0 1-.5 12M5 21h14M6 16.5h7';
