import {
  createInstantlyState,
  freshAccount as freshInstantlyAccount,
} from '#vendors/instantly/simulator/state.ts'
import type { Sandbox } from '#vendors/sandbox/sandbox.ts'
import type { Grant } from '#vendors/sandbox/sign-in/grants.ts'
import { createMailboxAccess } from '#vendors/sandbox/sign-in/mailbox-access.ts'
import { appOf, type OauthApp, type Provider } from '#vendors/sandbox/sign-in/oauth-apps.ts'
import { atSandbox, password } from '#vendors/sandbox/sign-in/testing/people.ts'
import { PlainBrowser } from '#vendors/sandbox/sign-in/testing/plain-browser.ts'
import {
  createSmartleadState,
  freshAccount as freshSmartleadAccount,
} from '#vendors/smartlead/simulator/state.ts'

interface Person {
  email: string
  provider: Provider
}

/** Jane’s mailbox of a name, on the domain that the tests look at. */
export const personAt = (localPart: string, provider: Provider = 'microsoft'): Person => ({
  email: `${localPart}@fresh-name.com`,
  provider,
})
/** Two at Microsoft, one at Google. */
export const trio: readonly Person[] = [personAt('jane'), personAt('jane.doe'), personAt('jdoe', 'google')]

const grantOf = (tool: OauthApp['tool'], { email, provider }: Person): Grant => ({
  provider,
  clientId: appOf(tool)[provider].clientId,
  holder: 'holder',
  userId: email,
  email,
  name: 'Jane Doe',
  scopes: [],
  passwordMark: '',
})

/** Accounts as signing in leaves them in the workspace of a key, in good order. Returns their ids. */
export function connectedToInstantly(sandbox: Sandbox, apiKey: string, people: readonly Person[]): string[] {
  const state = createInstantlyState(sandbox.world)
  const workspaceId = state.keyOf(apiKey)?.workspaceId ?? ''
  return people.map(({ email, provider }) => {
    state.save(
      freshInstantlyAccount({
        email,
        workspaceId,
        firstName: 'Jane',
        lastName: 'Doe',
        password: '',
        providerCode: provider === 'google' ? 2 : 3,
        createdAt: state.timestamp(),
      }),
    )
    return email
  })
}

/** The same with the user of a key. */
export function connectedToSmartlead(sandbox: Sandbox, apiKey: string, people: readonly Person[]): string[] {
  const state = createSmartleadState(sandbox.world)
  const userId = state.userOfKey(apiKey) ?? 0
  return people.map((person) =>
    String(state.add(freshSmartleadAccount(userId, grantOf('smartlead', person))).id),
  )
}

/** The browser comes back to a tool from the sign-in page, without the host’s pages: with a code, or with an error. */
export async function comeBack(
  sandbox: Sandbox,
  tool: OauthApp['tool'],
  link: string,
  who: Person | { error: string },
): Promise<void> {
  const { searchParams } = new URL(link)
  const redirectUri = searchParams.get('redirect_uri') ?? ''
  const brought: Record<string, string> =
    'error' in who
      ? { error: who.error }
      : {
          code: createMailboxAccess(sandbox.world).grants.issueCode(grantOf(tool, who), redirectUri),
        }
  const query = new URLSearchParams({ ...brought, state: searchParams.get('state') ?? '' })
  await sandbox.fetch(`${redirectUri}?${query}`)
}

/** Someone signs in on Microsoft’s pages, to the end; the sandbox has to listen. */
export async function signInOnPages(sandbox: Sandbox, link: string, address: string): Promise<void> {
  const browser = await new PlainBrowser().open(atSandbox(sandbox, link))
  await browser.submit({ loginfmt: address })
  await browser.submit({ passwd: password })
  await browser.submit({})
  if (browser.config.pgid === 'ConvergedConsent') await browser.submit({})
}
