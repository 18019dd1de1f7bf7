/** Returns a name for this device, which the list of the person's devices shows. */
export function deviceLabel(): string {
	const hints = (navigator as { userAgentData?: { platform?: string } }).userAgentData;
	return (hints?.platform ?? '').slice(0, 40);
}
