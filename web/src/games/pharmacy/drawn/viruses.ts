// The features of every virus, from which it is drawn.

import type { Features } from './features.ts';
import { fierce } from './fierce.ts';
import { mild } from './mild.ts';

export const viruses: Record<string, Features> = { ...mild, ...fierce };
