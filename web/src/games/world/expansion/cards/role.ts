// Returns the role that a move names.

import { operand } from '../../../../i18n/notation.ts';
import type { MoveOption } from '../../../epidemic/model/offers.ts';

export const roleIn = (offer: MoveOption): string => operand(offer, 'role') ?? '';
