// The viruses: one row of features each.

import type { Features } from './features.ts';
import { fierce } from './fierce.ts';
import { mild } from './mild.ts';

export const viruses: Record<string, Features> = { ...mild, ...fierce };
