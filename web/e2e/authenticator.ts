// Passkeys in tests: Chromium's virtual authenticator.

import type { CDPSession, Page } from '@playwright/test';

/** Adds a virtual authenticator to a page, like a phone's, whose user is always present. */
export async function authenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
	const cdp = await page.context().newCDPSession(page);
	await cdp.send('WebAuthn.enable');
	const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport: 'internal',
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
			defaultBackupEligibility: true,
			defaultBackupState: true,
		},
	});
	return { cdp, id: authenticatorId };
}
