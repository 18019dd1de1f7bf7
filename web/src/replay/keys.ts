// The shortcuts of a replay, which apply unless the focused element handles the key itself. Arrow keys step
// by a move, PageUp and PageDown by a turn; Home and End jump to the start and the end. The space bar plays,
// and a question mark lists the shortcuts.

import { t } from '../i18n/words.svelte.ts';
import { notify } from '../ui/toasts.svelte.ts';
import type { ReplayPlayer } from './player.svelte.ts';

/** Reports whether the focused element handles a key itself. */
function busy(target: EventTarget | null, key: string): boolean {
	if (!(target instanceof Element) || target === document.body) return false;
	if (
		target.closest(
			'dialog, [role="dialog"], [data-map], [role="tablist"], [role="log"], input, select, textarea',
		)
	)
		return true;
	// A focused link or button handles the space bar itself, and a scrollable element handles all other keys.
	return key === ' ' ? target.closest('a, button, summary') !== null : target.closest('aside') !== null;
}

export function replayKeys(event: KeyboardEvent, player: ReplayPlayer): void {
	if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
	if (event.shiftKey && event.key !== '?') return;
	const deeds: Record<string, (() => void) | undefined> = {
		ArrowLeft: () => player.step(-1),
		ArrowRight: () => player.step(1),
		PageDown: () => player.turnStep(-1),
		PageUp: () => player.turnStep(1),
		Home: () => void player.go(0),
		End: () => void player.go(player.made),
		' ': () => player.toggle(),
		Escape: player.trial ? () => void player.go(player.at) : undefined,
		'?': () => void notify(t('web.replay.keys'), { seconds: 12 }),
	};
	const deed = deeds[event.key];
	if (!deed || busy(event.target, event.key)) return;
	event.preventDefault();
	if (event.key !== ' ' && event.key !== '?') player.playing = false;
	deed();
}
