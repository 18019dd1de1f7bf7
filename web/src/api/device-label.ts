/** What this device is called in lists. */
export function deviceLabel(): string {
	const hints = (navigator as { userAgentData?: { platform?: string } }).userAgentData;
	return (hints?.platform ?? '').slice(0, 40);
}
