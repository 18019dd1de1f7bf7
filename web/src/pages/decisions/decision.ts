// What the page about a decision shows, from what the server says about it.

import type { OwnDecision } from '../../gen/api.ts';

/** Whether a decision is in force, over by its end, or lifted early; a warning is only read. */
type State = 'told' | 'until' | 'open' | 'ended' | 'lifted';

export function stateOf({
	inForce,
	until,
	lifted,
}: Pick<OwnDecision, 'inForce' | 'until' | 'lifted'>): State {
	if (lifted) return 'lifted';
	if (inForce) return until ? 'until' : 'open';
	return until ? 'ended' : 'told';
}

/** What the person has answered, and what became of it: they may still answer, or no moderator has read it yet. */
type Appeal = 'may' | 'waits' | 'upheld' | 'dropped' | 'none';

type Answered = Pick<OwnDecision, 'mayAppeal' | 'appealed' | 'answered' | 'upheld'>;

export function appealOf({ mayAppeal, appealed, answered, upheld }: Answered): Appeal {
	if (answered) return upheld ? 'upheld' : 'dropped';
	if (appealed) return 'waits';
	return mayAppeal ? 'may' : 'none';
}
