// What a table has chosen of the game's options, read for those who show it.

type Settings = Record<string, string> | undefined;

/** The sickness at which intensive care begins. A table whose record has not come yet is shown as the rule has it. */
export const careOf = (settings: Settings): number => Number(settings?.care ?? 12);

/** The points that a right diagnosis wins. */
export const diagnosisOf = (settings: Settings): number => Number(settings?.diagnosis ?? 2);

/** Whether who keeps a card that went round gets its pills. */
export const keeperGets = (settings: Settings): boolean => settings?.keeper === 'pills';

/** The sickness from which on intensive care is near, for those who show it. */
export const dangerOf = (care: number): number => care - 3;
