// The role that a move names.

import { operand } from '../../../../words/notation.ts';
import type { MoveOption } from '../../../epidemic/offers.ts';

export const roleIn = (offer: MoveOption): string => operand(offer, 'role') ?? '';
