import { databaseNow } from '#base/db/database-now.ts'
import { catchVendorError } from '#vendors/client/call-outcome.ts'
import { isVendorError, VendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { HostedMailbox, MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import { isPaused, type SendingTool } from '#vendors/ports/sending-tools.ts'
import type { ProvisioningDependencies } from '../step-context.ts'
import { claimListing, type DueListing, keepClaim, noteListed, noteListingFailed } from './claim-listing.ts'
import { forgetUnlisted, noteBeyondSold } from './note-beyond-sold.ts'
import { noteListing } from './note-listing.ts'
import { type RecordedName, recordedAtHost, recordedInTool } from './recorded-mailboxes.ts'

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
