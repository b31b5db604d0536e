import { eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { providerAccounts } from '#base/db/schema/index.ts'
import { invalid, notFound } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Probe } from '#vendors/ports/probe.ts'
import type { AccountCredentials, AccountLimits } from '../../rules/account-rooms.ts'
import type { AccountName, AccountState } from '../hosts/account.ts'
import { setAccountState, type Tried, tryProviderAccount } from '../hosts/account-state.ts'
import { addProviderAccount } from '../hosts/add-account.ts'
import { parseKeyFile } from '../hosts/key-file.ts'
import { removeProviderAccount } from '../hosts/remove-account.ts'
import { refuseWorseCredentials, renewProviderAccount } from '../hosts/renew-account.ts'

/** An account as commands name it. Throws a `Refusal` when there is none. */
export async function nameOf(db: Db, id: string): Promise<AccountName> {
  const [account] = await db
    .select({ vendor: providerAccounts.vendor, label: providerAccounts.label })
    .from(providerAccounts)
    .where(eq(providerAccounts.id, id))
  if (!account) throw notFound('There is no such account.')
  return account
}

interface Entered {
  credentials: AccountCredentials
  secretExpiresOn: string | null
}

/** Adds an account and tries it. Throws a `Refusal`. */
export async function addAndTry(
  deps: Dependencies,
  { label, limits, ...entered }: Entered & { label: string; limits: AccountLimits },
) {
  const account = { vendor: entered.credentials.host, label }
  const id = await addProviderAccount(deps, {
    ...account,
    credentials: asStored(entered.credentials),
    secretExpiresOn: entered.secretExpiresOn,
    capacity: limits,
    state: 'closed',
  })
  const tried = await tryProviderAccount(deps, { id, ...account })
  return { id, ...outcomeOf(`${label} is added.`, tried) }
}

/** Gives an account new credentials and tries it. Throws a `Refusal`, also for worse ones than it has. */
export async function renewAndTry(
  deps: Dependencies,
  id: string,
  { credentials, secretExpiresOn, leaves }: Entered & { leaves: boolean },
) {
  const account = await nameOf(deps.db, id)
  if (credentials.host !== account.vendor) throw invalid('These credentials are for the other host.')
  const renewal = { ...account, credentials: asStored(credentials), secretExpiresOn }
  await refuseWorseCredentials(deps, renewal)
  const { left } = await renewProviderAccount(deps, renewal, { isLeft: leaves })
  const tried = await tryProviderAccount(deps, { id, ...account })
  return outcomeOf(`${account.label} has new credentials.${leftText(left)}`, tried)
}

/** Lets an account take nothing new. Throws a `Refusal`. */
export async function drain(deps: Dependencies, id: string): Promise<string> {
  const account = await nameOf(deps.db, id)
  const stay = await setAccountState(deps, { ...account, state: 'draining' })
  return `${account.label} takes nothing new. ${countOf(stay, 'domain')} there until taken down.`
}

/** Forgets an account. Throws a `Refusal` while something stands there. */
export async function remove(deps: Dependencies, id: string, leaves: boolean): Promise<string> {
  const account = await nameOf(deps.db, id)
  const left = await removeProviderAccount(deps, account, { isLeft: leaves })
  return `${account.label} is removed. Domains that had a place there are placed elsewhere.${leftText(left)}`
}

/** As the account's schema wants them. */
function asStored(credentials: AccountCredentials): unknown {
  const { host, ...fields } = credentials
  if (!('keyFile' in fields)) return fields
  const { keyFile, ...known } = fields
  return { ...known, ...parseKeyFile(keyFile, 'What was pasted') }
}

const leftText = (names: readonly string[]): string =>
  names.length > 0 ? ` Look in the vendor’s console for what may be left there: ${names.join(', ')}.` : ''

/** What its host lets it reach is on the page that opens then. */
const outcomeOf = (done: string, { probe, state }: Tried) => ({
  works: probe.ok,
  message: `${done} ${worksText(probe, state)}`,
})

function worksText(probe: Probe, state: AccountState): string {
  if (!probe.ok) return `It does not work yet, and is ${state}: ${probe.reason}`
  return state === 'draining' ? 'It works, and continues draining.' : 'It works, and takes new domains.'
}
