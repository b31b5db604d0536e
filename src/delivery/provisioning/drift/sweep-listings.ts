import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { databaseNow } from '#base/db/database-now.ts'
import { mailboxRetentionDays } from '#features/plans/rules/catalog.ts'
import { connectedTools } from '#features/tools/rules/sending-tools.ts'
import { catchVendorError } from '#vendors/client/call-outcome.ts'
import { isVendorError, VendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { HostedMailbox, MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import { isPaused, type SendingTool } from '#vendors/ports/sending-tools.ts'
import { isRunningAs } from '../../domains/running.ts'
import type { ProvisioningDependencies } from '../step-context.ts'
import { claimListing, type DueListing, keepClaim, noteListed, noteListingFailed } from './claim-listing.ts'
import { forgetUnlisted, noteBeyondSold } from './note-beyond-sold.ts'
import { noteListing } from './note-listing.ts'

/** What we recorded of a running name, as far as a listing can confirm it. */
interface RecordedName {
  name: string
  /** What the listing should show, ready to send from: ids at a host, addresses in a tool. */
  there: string[]
  /** What it may show only as it was left: disabled at the host, paused in the tool. */
  still: string[]
  /** Those whose passwords are ours. */
  held: string[]
  /** Something is to be done there that time brought about. */
  isDue: boolean
}

/** A name that was read more recently is left alone: listings show what was just made only after a while. */
const isReadBefore = (fact: 'mailboxes' | 'tool', begun: Date) =>
  sql`(n.facts -> ${fact} ->> 'at')::timestamptz < ${begun.toISOString()}::timestamptz - interval '1 hour'`

/** As `desired.ts` has it. */
const isServed = sql`(b.status = 'live' and b.hold is null and c.suspended_at is null)`

/** The mailboxes that a Microsoft tenant or Google account should have, enabled or disabled. */
async function recordedAtHost(db: Db, accountId: string, begun: Date): Promise<RecordedName[]> {
  const { rows } = await db.execute<Record<keyof RecordedName, never>>(sql`
    select n.name,
      coalesce(array_agg(m.external_id) filter (where m.host_state = 'active'), '{}') as there,
      coalesce(array_agg(m.external_id) filter (where m.host_state = 'disabled' and m.external_id is not null), '{}') as still,
      coalesce(array_agg(m.external_id)
        filter (where m.host_state = 'active' and m.secret is not null), '{}') as held,
      coalesce(bool_or(m.want = 'disabled' and m.disabled_at < now() - make_interval(days => ${mailboxRetentionDays})), false) as "isDue"
    from domain_names n
    join domains d on d.name = n.name and ${isRunningAs('d')}
    left join mailboxes m on m.name = n.name and m.want <> 'purged'
    where n.provider_account_id = ${accountId} and ${isReadBefore('mailboxes', begun)}
    group by n.name`)
  return rows
}

/**
 * The mailboxes that a sending tool could use and should still list so. Of a name that stands still, all that it may
 * list: someone can have uploaded one meanwhile.
 */
async function recordedInTool(db: Db, connectionId: string, begun: Date): Promise<RecordedName[]> {
  const { rows } = await db.execute<Record<keyof RecordedName, never>>(sql`
    select n.name, false as "isDue", '{}'::text[] as held,
      coalesce(array_agg(lower(m.local_part || '@' || m.name))
        filter (where ${isServed} and l.connection = 'connected'), '{}') as there,
      coalesce(array_agg(lower(m.local_part || '@' || m.name))
        filter (where not ${isServed} and m.id is not null), '{}') as still
    from domain_names n
    join domains d on d.name = n.name and ${isRunningAs('d')}
    join bundles b on b.id = d.bundle_id and b.connection_id = ${connectionId}
    join tool_connections t on t.id = b.connection_id and t.kind in ${connectedTools}
    join customers c on c.id = d.customer_id
    left join mailboxes m on m.name = n.name and m.want = 'active'
    left join mailbox_links l on l.mailbox_id = m.id and l.connection_id = b.connection_id
      and l.want = 'connected' and l.abandoned_at is null
    where ${isReadBefore('tool', begun)}
    group by n.name`)
  return rows
}

/** A page may wait so long for its place. */
const patienceMs = 60_000

type Deps = Pick<ProvisioningDependencies, 'db' | 'vendors' | 'queue' | 'log'>

/**
 * Finds what changed behind our back at mailbox hosts and in sending tools: by one paged listing per account and
 * connection, once within a day, instead of a call per name. Names for which it differs are woken; the reconciler
 * puts them right, but for passwords that would run out, which need no run. Returns how many accounts were listed.
 */
export async function sweepListings(deps: Deps, { signal }: { signal?: AbortSignal } = {}): Promise<number> {
  let listed = 0
  while (!signal?.aborted) {
    const due = await claimListing(deps.db)
    if (!due) break
    try {
      await checkAccount(deps, due, signal)
      listed++
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      deps.log.warn({ ...due, reason: error.reason }, 'an account could not be listed')
      await noteListingFailed(deps.db, due, error.retryAfterMs)
    }
  }
  return listed
}

async function checkAccount(deps: Deps, { subject, kind }: DueListing, signal?: AbortSignal): Promise<void> {
  const { db, vendors } = deps
  const begun = new Date(await databaseNow(db))
  const call: CallContext = {
    purpose: 'looks',
    patienceMs,
    signal,
    async beforeCall() {
      await keepClaim(db, subject)
      return undefined
    },
  }
  const recorded = await (kind === 'host' ? recordedAtHost : recordedInTool)(db, subject, begun)
  if (recorded.length > 0) {
    const host = kind === 'host' ? await vendors.mailboxHost(subject) : undefined
    const listed = host
      ? await listHost(host, call)
      : await listTool(deps, await vendors.sendingTool(subject), recorded, call)
    await noteListing(
      deps,
      kind === 'host' ? 'mailboxes' : 'tool',
      begun,
      recorded.map(({ name, there, still, isDue }) => ({
        name,
        agrees:
          listed !== undefined &&
          !isDue &&
          there.every((mailbox) => listed.present.has(mailbox)) &&
          !still.some((mailbox) => listed.open.has(mailbox)),
      })),
    )
    const held = new Set(recorded.flatMap((name) => name.held))
    const expiring = (listed?.expiring ?? []).filter(({ externalId }) => held.has(externalId))
    if (host) {
      await letPasswordsLast(deps, host, expiring, call)
      await forgetUnlisted(
        db,
        recorded.map(({ name }) => name),
      )
    }
  }
  await noteListed(db, subject)
}

interface Listing {
  /** What is there as it should be where a name is served: by id at a host, by address in a tool. */
  present: ReadonlySet<string>
  /** What something may be sent from. */
  open: ReadonlySet<string>
  /** Those at a host whose passwords would run out. */
  expiring?: readonly HostedMailbox[]
}

const addressesOf = (mailboxes: readonly { address: string }[]): ReadonlySet<string> =>
  new Set(mailboxes.map(({ address }) => address.toLowerCase()))

/** Somebody else's at an address of ours is not what we made. */
const idsOf = (mailboxes: readonly HostedMailbox[]): ReadonlySet<string> =>
  new Set(mailboxes.map(({ externalId }) => externalId))

async function listHost(host: MailboxHost, call: CallContext): Promise<Listing> {
  const enabled = (await host.allMailboxes(call)).filter((mailbox) => mailbox.enabled !== false)
  return {
    present: idsOf(enabled.filter(({ ready }) => ready)),
    open: idsOf(enabled),
    expiring: enabled.filter(({ passwordExpires }) => passwordExpires),
  }
}

/** Of mailboxes that an earlier release made. What is refused, or has no place in the limit, is tried a day later. */
async function letPasswordsLast(
  { log }: Deps,
  host: MailboxHost,
  expiring: readonly HostedMailbox[],
  call: CallContext,
): Promise<void> {
  if (expiring.length === 0 || !host.letPasswordsLast) return
  const ids = expiring.map(({ externalId }) => externalId)
  const done = await catchVendorError(host.letPasswordsLast(ids, call))
  const error = done.ok ? done.value.find((outcome) => !outcome.ok)?.error : done.error
  if (error) log.warn({ reason: error.reason }, 'some passwords may still run out')
}

/** Undefined where the tool refuses the credentials: each name finds that out for itself, tells and waits. */
async function listTool(
  { db }: Deps,
  tool: SendingTool,
  recorded: readonly RecordedName[],
  call: CallContext,
): Promise<Listing | undefined> {
  try {
    const names = recorded.map(({ name }) => name)
    const listed = await tool.mailboxes(names, call)
    // Email Bison is a server of the customer's own: what it says takes no room from others.
    await noteBeyondSold(db, names, tool.kind === 'bison' ? [] : listed)
    const usable = listed.filter(({ connection }) => connection.state !== 'refused')
    return { present: addressesOf(usable), open: addressesOf(listed.filter((each) => !isPaused(each))) }
  } catch (error) {
    if (isVendorError(error, 'unauthorised')) return undefined
    throw error
  }
}
