import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { mailboxLinks, providerAccounts } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { claimForPerson, claimOf, type SignInClaim } from '#delivery/sending/connect/claim-sign-in.ts'
import { endSignIn } from '#delivery/sending/connect/end-sign-in.ts'
import { checkSignIn, openSignIn } from '#delivery/sending/connect/sign-in.ts'
import type { SandboxControl } from './sandbox-control.ts'
import { signInAsPerson } from './sign-in-as-person.ts'

type Deps = Pick<Dependencies, 'db' | 'queue' | 'alert' | 'vendors' | 'secrets'>

/** The tool is asked so often, and so many times at most, what came of a sign-in. */
const askEveryMs = 200
const asksMost = 5
/** People of the operator, each at a page of their own, and how many of them at one sending tool. */
const staff = 9
const atOneTool = 3

/**
 * Plays the operator's staff at the page that connects mailboxes, by its own calls. What cannot be
 * signed in to is left for the next round.
 * @param signInUrl where the sandbox plays Microsoft's and Google's pages
 */
export async function connectByStaff(deps: Deps, signInUrl: string): Promise<void> {
  const connections = await deps.db
    .selectDistinct({ id: mailboxLinks.connectionId })
    .from(mailboxLinks)
    .where(and(eq(mailboxLinks.connection, 'person'), sql`not ${isPersonsOwn}`))
  const queue = connections.flatMap((one) => Array.from({ length: atOneTool }, () => one)).values()
  const person = async () => {
    for (const { id } of queue) await connectAll(deps, id, signInUrl)
  }
  await Promise.all(Array.from({ length: staff }, person))
}

/** One person connects what waits for a person at one sending tool. */
export async function connectAll(deps: Deps, connectionId: string, signInUrl: string): Promise<void> {
  const skipped: string[] = []
  for (;;) {
    const claim = await claimForPerson(deps.db, { connectionId }, { except: skipped })
    if (!claim) return
    skipped.push(claim.mailboxId)
    await connectOne(deps, claim, signInUrl)
  }
}

/** Someone has opened the page for it, or for one of its domains: it is left to them. */
const isPersonsOwn = sql`exists (
  select from connect_links p
  left join domains d on d.id = p.domain_id
  left join bundles b on b.id = d.bundle_id
  where p.expires_at > now() and coalesce(p.connection_id, b.connection_id) = ${mailboxLinks.connectionId})`

async function connectOne(deps: Deps, claim: SignInClaim, signInUrl: string): Promise<void> {
  const leave = () => endSignIn(deps, claim, { state: 'skipped' })
  const opened = await openSignIn(deps, claim)
  if (opened.state === 'ended') return
  if (opened.state === 'setting_up') return void (await leave())
  try {
    await signInAsPerson({
      link: opened.link,
      signInUrl,
      address: claim.address,
      password: deps.secrets.open(claim.secret, placeOf.mailbox(claim.mailboxId)),
    })
  } catch {
    // A person would look at it later; so does the next round.
    await leave()
    return
  }
  for (let asked = 0; asked < asksMost; asked++) {
    const current = await claimOf(deps.db, claim.token)
    if (!current || (await checkSignIn(deps, current)).state === 'ended') return
    await delay(askEveryMs)
  }
  // The tool may need longer to set it up, or has not heard of it: the next round finds out.
  await leave()
}

/**
 * "Configure new app" in Google's admin console: lets the people of a Google account give a tool access. Microsoft's
 * tenants of the sandbox let their users decide that.
 */
export async function trustTool(
  { db, vendors, secrets }: Deps,
  { post }: Pick<SandboxControl, 'post'>,
  connectionId: string,
  accountId: string,
): Promise<void> {
  const [account] = await db.select().from(providerAccounts).where(eq(providerAccounts.id, accountId))
  if (account?.vendor !== 'google') return
  const page = await (await vendors.sendingTool(connectionId)).signInAt('google')?.begin({ purpose: 'paid' })
  const clientId = page && new URL(page.link).searchParams.get('client_id')
  if (!clientId) return
  const place = placeOf.providerAccount(accountId)
  const { customerId } = JSON.parse(secrets.open(account.credentials, place)) as { customerId: string }
  await post('/_google/trust', { customerId, clientId })
}
