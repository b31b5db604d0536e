import type { Page } from '@playwright/test'

/** Where passkeys are had: they belong to a name, and most journeys go by the number of this machine. */
export const named = (path: string): string => `http://localhost:${process.env.PORT}${path}`

/** Gives the browser a device that keeps passkeys, and touches itself when it is asked. */
export async function withPasskeyDevice(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** As if it were lost. */
    forget: () => client.send('WebAuthn.clearCredentials', { authenticatorId }),
  }
}
