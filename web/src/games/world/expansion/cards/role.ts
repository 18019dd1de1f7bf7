// The role that a move names.

import { operand } from '../../../../words/notation.ts';
import type { Offer } from '../../../epidemic/offers.ts';

export const roleIn = (offer: Offer): string => operand(offer, 'role') ?? '';
