// Icons of the sheets about people, drawn on the same grid as those of the kit (ui/icons.ts).

/** A circle with a bar: to block a person. */
export const bar = 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM6 6l12 12';
/** A message with a stroke through it: to hide a person's messages. */
export const quiet = 'M8 4h11a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-1M14 16h-3l-5 4v-4H5a1 1 0 0 1-1-1V5M3 3l18 18';
/** A crown: to be the host. */
export const crown = 'M4 18.5h16M4.5 15 3.5 7l5 3.5L12 5l3.5 5.5 5-3.5-1 8Z';
/** A door with an arrow out of it: to remove a person. */
export const out = 'M13 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h7M10 12h10M16.5 8.5 20 12l-3.5 3.5';
