import { eq, inArray, sql } from 'drizzle-orm'
import { mailboxes as mailboxRows } from '#base/db/schema/index.ts'
import { hostNames } from '#features/plans/rules/host-names.ts'
import { VendorError, waitsForVendor } from '#vendors/client/vendor-error.ts'
import type { CallOutcome } from '#vendors/ports/call-context.ts'
import type { HostedMailbox, MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { DesiredMailbox } from '../../desired.ts'
import { mailboxesWere } from '../../healing-sentences.ts'
import type { StepContext } from '../../step-context.ts'
import { vendorOf } from '../mailbox-host.ts'
import { isDone, isMade, type MadeMailbox, named, type StandingAtHost, standingAt } from './standing.ts'

/** Those that we have not disabled yet, and those that someone has enabled since. */
export async function disableUnwanted(
  context: StepContext,
  host: MailboxHost,
  standing: StandingAtHost,
): Promise<CallOutcome<unknown>[]> {
  const unwanted = context.desired.mailboxes.filter(
    ({ want, hostState, address }) =>
      want !== 'active' && (hostState !== 'disabled' || standing.get(address)?.enabled),
  )
  await noteWhatWasOpened(context, unwanted)
  return disable(context, host, await recordMade(context, unwanted, standing))
}

/** Of a name that stands still: that a mailbox of someone who left was open is nobody's news. */
async function noteWhatWasOpened(
  { holding, noteHealing }: StepContext,
  unwanted: readonly DesiredMailbox[],
): Promise<void> {
  const opened = unwanted.filter(({ hostState }) => hostState === 'disabled').length
  const at = hostNames[holding.platform]
  const found = mailboxesWere(opened, `switched on at ${at}`, 'disabled again')
  if (found && !holding.isServed) await noteHealing('mailboxes', found)
}

/**
 * Those of our rows that stand at the host, with their ids: one may have been made without its answer reaching
 * us, or once more by hand. Rows of which nothing stands there are done as they are.
 */
export async function recordMade(
  { save }: StepContext,
  rows: readonly DesiredMailbox[],
  standing: StandingAtHost,
): Promise<readonly MadeMailbox[]> {
  const known = rows.map((row) => ({
    ...row,
    externalId: standing.get(row.address)?.externalId ?? row.externalId,
  }))
  if (known.every((row, i) => isMade(row) && row.externalId === rows[i]?.externalId))
    return known.filter(isMade)
  const absent = known.filter((row) => !isMade(row)).map(({ id }) => id)
  await save({}, async (tx) => {
    for (const [i, row] of known.entries()) {
      if (row.externalId === rows[i]?.externalId) continue
      await tx.update(mailboxRows).set({ externalId: row.externalId }).where(eq(mailboxRows.id, row.id))
    }
    if (absent.length > 0) {
      await tx
        .update(mailboxRows)
        .set({ hostState: 'disabled', disabledAt: sql`coalesce(${mailboxRows.disabledAt}, now())` })
        .where(inArray(mailboxRows.id, absent))
    }
  })
  return known.filter(isMade)
}

/** Believed when the host itself shows them disabled. */
export async function disable(
  context: StepContext,
  host: MailboxHost,
  unwanted: readonly MadeMailbox[],
): Promise<CallOutcome<unknown>[]> {
  if (unwanted.length === 0) return []
  const { call, save, now } = context
  const ids = unwanted.map(({ externalId }) => externalId)
  const outcomes = named(unwanted, await host.setMailboxesEnabled(ids, false, call))
  const after = await standingAt(context, host)
  const done = unwanted
    .filter(({ address }, i) => isDone(outcomes[i]) && isClosed(after.get(address)))
    .map(({ id }) => id)
  if (done.length > 0) {
    await save({}, async (tx) => {
      await tx
        .update(mailboxRows)
        .set({
          hostState: 'disabled',
          disabledAt: sql`coalesce(${mailboxRows.disabledAt}, ${now().toISOString()}::timestamptz)`,
        })
        .where(inArray(mailboxRows.id, done))
    })
  }
  const failures: CallOutcome<unknown>[] = outcomes.filter((outcome) => !isDone(outcome))
  const open = unwanted.length - done.length - failures.length
  if (open > 0) {
    const reason = `${open} of ${unwanted.length} mailboxes are not shown as disabled yet`
    failures.push({
      ok: false,
      error: new VendorError({
        vendor: vendorOf(context),
        operation: 'disableMailboxes',
        ...waitsForVendor,
        reason,
      }),
    })
  }
  return failures
}

const isClosed = (mailbox: HostedMailbox | undefined) => mailbox === undefined || mailbox.enabled === false
