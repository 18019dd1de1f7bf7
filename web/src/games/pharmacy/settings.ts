// Reads a table's options, for display.

type Settings = Record<string, string> | undefined;

/**
 * Returns the sickness at which intensive care begins. Until the table's record has loaded, it is the default
 * of the rules.
 */
export const careOf = (settings: Settings): number => Number(settings?.care ?? 12);

/** Returns the points for a correct diagnosis. */
export const diagnosisOf = (settings: Settings): number => Number(settings?.diagnosis ?? 2);

/** Reports whether a player who keeps a passed card gets its pills. */
export const keeperGets = (settings: Settings): boolean => settings?.keeper === 'pills';

/** Returns the least sickness at which intensive care counts as near. */
export const dangerOf = (care: number): number => care - 3;
