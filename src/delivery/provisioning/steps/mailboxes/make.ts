import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { mailboxes as mailboxRows } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { hostNames } from '#features/plans/rules/host-names.ts'
import { failed } from '#vendors/client/call-outcome.ts'
import { VendorError, waitsForVendor } from '#vendors/client/vendor-error.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import type { CallOutcome } from '#vendors/ports/call-context.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import { type DesiredMailbox, mailboxesDigest } from '../../desired.ts'
import { mailboxesWere } from '../../healing-sentences.ts'
import type { StepContext } from '../../step-context.ts'
import { vendorOf } from '../mailbox-host.ts'
import { throwIfGone } from './gone.ts'
import { fullName, isMade, isNewAtHost, named, type StandingAtHost, wasMade } from './standing.ts'
import { noteBack, noteStopped } from './stopped.ts'
import { isUnheld, switchOnUnheld, withPasswords } from './unheld.ts'
import { updateEach } from './update-each.ts'

const localPartOf = (address: string) => address.slice(0, address.lastIndexOf('@'))

/** The hosts' ids of removed mailboxes that the same customer had at these addresses, as before a reinstatement. */
async function formerIdsOf(
  { db, holding, name }: StepContext,
  wanted: readonly DesiredMailbox[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .select({ localPart: mailboxRows.localPart, externalId: mailboxRows.externalId })
    .from(mailboxRows)
    .where(
      and(
        eq(mailboxRows.customerId, holding.customerId),
        inArray(
          mailboxRows.localPart,
          wanted.map(({ address }) => localPartOf(address)),
        ),
        eq(mailboxRows.name, name),
        eq(mailboxRows.want, 'purged'),
        isNotNull(mailboxRows.externalId),
      ),
    )
  const byAddress = Map.groupBy(rows, ({ localPart }) => `${localPart}@${name}`)
  return new Map(
    [...byAddress].map(([address, group]) => [address, group.flatMap(({ externalId }) => externalId ?? [])]),
  )
}

/** Who has the address that is wanted is named to customers where that is a mailbox of theirs. */
async function nameOwnHolders<T>(
  { db, holding }: StepContext,
  outcomes: readonly CallOutcome<T>[],
): Promise<CallOutcome<T>[]> {
  const holders = outcomes.flatMap((outcome) =>
    outcome.ok ? [] : (outcome.error.holder?.toLowerCase() ?? []),
  )
  if (holders.length === 0) return [...outcomes]
  const theirs = await db
    .select({ address: sql<string>`${mailboxRows.localPart} || '@' || ${mailboxRows.name}` })
    .from(mailboxRows)
    .where(
      and(
        eq(mailboxRows.customerId, holding.customerId),
        inArray(mailboxRows.localPart, holders.map(localPartOf)),
        ne(mailboxRows.want, 'purged'),
        isNotNull(mailboxRows.externalId),
      ),
    )
  const own = new Set(theirs.map(({ address }) => address))
  return outcomes.map((outcome) => {
    if (outcome.ok || !own.has(outcome.error.holder?.toLowerCase() ?? '')) return outcome
    return failed(reworded(outcome.error, { kind: 'rejected' }, outcome.error.reason))
  })
}

/** What a host has made it shows within the hour, as a rule. */
const unseenForMs = 6 * 3600_000

export async function enableWanted(
  context: StepContext,
  host: MailboxHost,
  standing: StandingAtHost,
): Promise<CallOutcome<unknown>[]> {
  const { desired, secrets, call, save, now } = context
  const wanted = desired.mailboxes.filter((mailbox) => mailbox.want === 'active')
  if (wanted.length === 0) return []
  const { stopped, failures } = await noteStopped(context, wanted, standing)
  const back = await noteBack(context, wanted, standing)
  const missing = wanted.filter((mailbox) => {
    if (stopped.includes(mailbox) || back.includes(mailbox)) return false
    const present = standing.get(mailbox.address)
    return !(
      present?.enabled &&
      present.ready &&
      present.externalId === mailbox.externalId &&
      mailbox.hostState === 'active'
    )
  })
  if (missing.length === 0) return failures
  await noteWhatChanged(context, missing, standing)
  await noteTold(context, missing)
  const switchedOn = await switchOnUnheld(context, host, missing, standing)
  const making = await withPasswords(
    context,
    missing.filter((mailbox) => !isUnheld(mailbox, standing)),
  )
  if (making.length === 0) return [...failures, ...switchedOn]
  const former = await formerIdsOf(context, making)
  const people = making.map((mailbox) => ({
    address: mailbox.address,
    firstName: mailbox.firstName,
    lastName: mailbox.lastName,
    password: secrets.open(mailbox.secret ?? '', placeOf.mailbox(mailbox.id)),
    mark: mailbox.id,
    externalId: mailbox.externalId,
    wasMade: wasMade(mailbox),
    formerIds: former.get(mailbox.address) ?? [],
    isAskedFor: mailbox.toldAt !== null && now().getTime() - mailbox.toldAt.getTime() < unseenForMs,
  }))
  const about = { isNewDomain: isNewAtHost(context) }
  const asked = await host.ensureMailboxes(people, call, about)
  await throwIfGone(context, host, asked)
  const outcomes = await nameOwnHolders(context, named(making, asked))
  const made = making.flatMap((mailbox, i) => {
    const outcome = outcomes[i]
    return outcome?.ok
      ? [
          {
            mailbox,
            externalId: outcome.value.externalId,
            isReady: outcome.value.enabled === true && outcome.value.ready,
          },
        ]
      : []
  })
  await save({}, (tx) =>
    updateEach(
      tx,
      made.map(({ mailbox, externalId, isReady }) => ({
        id: mailbox.id,
        externalId,
        hostState: isReady ? 'active' : null,
        hostName: fullName(mailbox),
      })),
    ),
  )
  const unready = made.filter(({ isReady }) => !isReady)
  if (unready.length > 0) {
    const reason = `${unready.length} of ${wanted.length} mailboxes are still being made`
    const vendor = vendorOf(context)
    outcomes.push({
      ok: false,
      error: new VendorError({ vendor, operation: 'ensureMailboxes', ...waitsForVendor, reason }),
    })
  }
  return [...failures, ...switchedOn, ...outcomes]
}

/**
 * Before the host is asked: the answer may be lost. One that its customer drops at this moment is gone, and the first
 * call sees the newer wish.
 */
async function noteTold({ save }: StepContext, asked: readonly DesiredMailbox[]): Promise<void> {
  const untold = asked.filter(({ toldAt }) => toldAt === null).map(({ id }) => id)
  if (untold.length === 0) return
  await save({}, async (tx) => {
    await tx.update(mailboxRows).set({ toldAt: sql`now()` }).where(inArray(mailboxRows.id, untold))
  })
}

/** Mailboxes that stood there when this step was done last and are gone or disabled now. */
async function noteWhatChanged(
  { desired, facts, holding, noteHealing }: StepContext,
  missing: readonly DesiredMailbox[],
  standing: StandingAtHost,
): Promise<void> {
  if (facts.mailboxes?.digest !== mailboxesDigest(desired)) return
  const recorded = missing.filter(
    ({ externalId, hostState }) => externalId !== null && hostState === 'active',
  )
  const gone = recorded.filter(({ address }) => !standing.has(address)).length
  const disabled = recorded.filter(({ address }) => standing.get(address)?.enabled === false).length
  const at = hostNames[holding.platform]
  const found = [
    mailboxesWere(gone, `missing at ${at}`, 'made again'),
    mailboxesWere(disabled, `disabled at ${at}`, 'switched on again'),
  ].filter((sentence) => sentence !== undefined)
  if (found.length > 0) await noteHealing('mailboxes', found.join('. '))
}

export async function rename(
  { desired, call, save }: StepContext,
  host: MailboxHost,
): Promise<CallOutcome<unknown>[]> {
  const changed = desired.mailboxes
    .filter(isMade)
    .filter((m) => m.want === 'active' && m.hostName !== null && m.hostName !== fullName(m))
  if (changed.length === 0) return []
  const changes = changed.map(({ externalId, firstName, lastName }) => ({ externalId, firstName, lastName }))
  const outcomes = named(changed, await host.renameMailboxes(changes, call))
  await save({}, async (tx) => {
    for (const [i, mailbox] of changed.entries()) {
      if (outcomes[i]?.ok)
        await tx
          .update(mailboxRows)
          .set({ hostName: fullName(mailbox) })
          .where(eq(mailboxRows.id, mailbox.id))
    }
  })
  return outcomes
}
