import { eq, inArray, sql } from 'drizzle-orm'
import { mailboxes as mailboxRows } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { hostNames } from '#features/plans/rules/host-names.ts'
import { VendorError, waitsForVendor } from '#vendors/client/vendor-error.ts'
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
import { formerIdsOf, nameOwnHolders } from './whose.ts'

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
