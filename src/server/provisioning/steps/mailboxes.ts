import { eq, inArray, sql } from 'drizzle-orm'
import { mailboxRetentionDays } from '#shared/plans/catalog.ts'
import type { Db } from '../../db/client.ts'
import { mailboxes as mailboxRows } from '../../db/schema/index.ts'
import { placeOf } from '../../db/sealed-columns.ts'
import type { Settled } from '../../providers/ports/call-context.ts'
import type { HostedMailbox, MailboxHost } from '../../providers/ports/mailbox-hosts.ts'
import { VendorError, waitsForVendor } from '../../providers/vendor-error.ts'
import { type DesiredMailbox, mailboxesDigest } from '../desired.ts'
import { mailboxesWere } from '../healing-sentences.ts'
import type { Step, StepContext } from '../step-context.ts'
import { hostNames } from '../step-rules.ts'
import { dkimKinds } from '../work-item-answers.ts'
import { closeWorkItem } from '../work-items.ts'
import { hostOf, notAddedTo, vendorOf } from './mailbox-host.ts'

type MadeMailbox = DesiredMailbox & { externalId: string }
const isMade = (mailbox: DesiredMailbox): mailbox is MadeMailbox => mailbox.externalId !== null

const fullName = (mailbox: DesiredMailbox) => `${mailbox.firstName} ${mailbox.lastName}`

/** The first refusal among many; the others are done all the same. */
export function throwFirstFailure(outcomes: readonly Settled<unknown>[]): void {
  const failed = outcomes.find((outcome) => !outcome.ok)
  if (failed && !failed.ok) throw failed.error
}

/**
 * The host has exactly the wanted mailboxes, under their people's names. Only mailboxes that we recorded making
 * are disabled or removed; one that stands there without our row is nobody's business.
 */
export const mailboxes: Step = async (context) => {
  const { desired, at, now } = context
  const host = await hostOf(context)
  const standing = await standingAt(context, host)
  const failures = [
    ...(await enableWanted(context, host, standing)),
    ...(await disableUnwanted(context, host, standing)),
    ...(await rename(context, host)),
    ...(await purgeOld(context, host, new Date(now().getTime() - mailboxRetentionDays * 24 * 3600_000))),
  ]
  throwFirstFailure(failures)
  return { facts: { mailboxes: { at: at(), digest: mailboxesDigest(desired) } } }
}

/** What the host has of the name, by address. */
const standingAt = async ({ name, call }: StepContext, host: MailboxHost): Promise<StandingAtHost> =>
  new Map((await host.mailboxes(name, call)).map((mailbox) => [mailbox.address, mailbox]))
type StandingAtHost = ReadonlyMap<string, HostedMailbox>

async function enableWanted(
  context: StepContext,
  host: MailboxHost,
  standing: StandingAtHost,
): Promise<Settled<unknown>[]> {
  const { desired, secrets, call, save } = context
  const wanted = desired.mailboxes.filter((mailbox) => mailbox.want === 'active')
  if (wanted.length === 0) return []
  const missing = wanted.filter((mailbox) => {
    const present = standing.get(mailbox.address)
    return !(
      present?.enabled &&
      present.ready &&
      mailbox.externalId !== null &&
      mailbox.hostState === 'active'
    )
  })
  if (missing.length === 0) return []
  await noteWhatChanged(context, missing, standing)
  await noteTold(context, missing)
  const outcomes = await host.ensureMailboxes(
    missing.map((mailbox) => ({
      address: mailbox.address,
      firstName: mailbox.firstName,
      lastName: mailbox.lastName,
      password: secrets.open(mailbox.secret ?? '', placeOf.mailbox(mailbox.id)),
    })),
    call,
  )
  const made = missing.flatMap((mailbox, i) => {
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
  return outcomes
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

/** One statement for all of them: a name has 52. */
async function updateEach(
  tx: Db,
  rows: readonly { id: string; externalId: string; hostState: string | null; hostName: string }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update mailboxes m set external_id = r.external_id, host_state = r.host_state, host_name = r.host_name
    from jsonb_to_recordset(${JSON.stringify(rows.map((r) => ({ id: r.id, external_id: r.externalId, host_state: r.hostState, host_name: r.hostName })))}::jsonb)
      as r(id text, external_id text, host_state text, host_name text)
    where m.id = r.id`)
}

/** Those that we have not disabled yet, and those that somebody has enabled since. */
async function disableUnwanted(
  context: StepContext,
  host: MailboxHost,
  standing: StandingAtHost,
): Promise<Settled<unknown>[]> {
  const unwanted = context.desired.mailboxes.filter(
    ({ want, hostState, address }) =>
      want !== 'active' && (hostState !== 'disabled' || standing.get(address)?.enabled),
  )
  await noteWhatWasOpened(context, unwanted)
  return disable(context, host, await recordMade(context, unwanted, standing))
}

/** Of a name that stands still: that a mailbox of somebody who left was open is nobody's news. */
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
 * us. Rows of which nothing stands there are settled as they are.
 */
async function recordMade(
  { save }: StepContext,
  rows: readonly DesiredMailbox[],
  standing: StandingAtHost,
): Promise<readonly MadeMailbox[]> {
  if (rows.every(isMade)) return rows
  const known = rows.map((row) => ({
    ...row,
    externalId: row.externalId ?? standing.get(row.address)?.externalId ?? null,
  }))
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
async function disable(
  context: StepContext,
  host: MailboxHost,
  unwanted: readonly MadeMailbox[],
): Promise<Settled<unknown>[]> {
  if (unwanted.length === 0) return []
  const { call, save, now } = context
  const outcomes = await host.setMailboxesEnabled(
    unwanted.map(({ externalId }) => externalId),
    false,
    call,
  )
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
  const failures: Settled<unknown>[] = outcomes.filter((outcome) => !isDone(outcome))
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

/** What is gone already needs neither disabling nor removing. */
const isDone = (outcome: Settled<unknown> | undefined) =>
  outcome?.ok || (outcome?.ok === false && outcome.error.kind === 'not_found')

async function rename({ desired, call, save }: StepContext, host: MailboxHost): Promise<Settled<unknown>[]> {
  const changed = desired.mailboxes
    .filter(isMade)
    .filter((m) => m.want === 'active' && m.hostName !== null && m.hostName !== fullName(m))
  if (changed.length === 0) return []
  const outcomes = await host.renameMailboxes(
    changed.map((m) => ({
      externalId: m.externalId,
      firstName: m.firstName,
      lastName: m.lastName,
    })),
    call,
  )
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

async function purgeOld(
  { desired, call, save }: StepContext,
  host: MailboxHost,
  before: Date,
): Promise<Settled<unknown>[]> {
  const old = desired.mailboxes.filter(
    (m) =>
      m.want === 'disabled' &&
      m.disabledAt !== null &&
      m.disabledAt < before &&
      m.domainId === desired.holding?.domainId &&
      desired.holding.isServed,
  )
  return purge({ call, save }, host, old)
}

async function purge(
  { call, save }: Pick<StepContext, 'call' | 'save'>,
  host: MailboxHost,
  old: readonly DesiredMailbox[],
): Promise<Settled<unknown>[]> {
  const made = old.filter(isMade)
  const outcomes =
    made.length === 0
      ? []
      : await host.deleteMailboxes(
          made.map(({ externalId }) => externalId),
          call,
        )
  const gone = [...made.filter((_, i) => isDone(outcomes[i])), ...old.filter((m) => !isMade(m))].map(
    ({ id }) => id,
  )
  if (gone.length > 0) {
    await save({}, async (tx) => {
      await tx
        .update(mailboxRows)
        .set({ want: 'purged', hostState: 'purged', secret: null })
        .where(inArray(mailboxRows.id, gone))
    })
  }
  return outcomes.filter((outcome) => !isDone(outcome))
}

/** Retiring: nobody signs in any more; everything is kept for the time of grace. */
export const disableAll: Step = async (context) => {
  const host = await hostOf(context)
  const left = context.desired.mailboxes.filter(({ hostState }) => hostState !== 'disabled')
  // Where every id is known, the host need not be asked first.
  const standing: StandingAtHost = left.every(({ externalId }) => externalId !== null)
    ? new Map()
    : await standingAt(context, host)
  throwFirstFailure(await disable(context, host, await recordMade(context, left, standing)))
  return { facts: { mailboxes: undefined, delivered: undefined } }
}

/** Retiring, after the time of grace: what we made at the host is removed, the domain included. */
export const purgeAll: Step = async (context) => {
  const { desired, facts, name, call, at } = context
  if (facts.host) {
    const host = await hostOf(context)
    throwFirstFailure(await purge(context, host, desired.mailboxes))
    await host.removeDomain(name, call)
  }
  return {
    facts: {
      purged: { at: at() },
      host: undefined,
      addedTo: facts.host && notAddedTo(facts.host.accountId, facts),
      verification: undefined,
      verified: undefined,
      mailRecords: undefined,
      dkim: undefined,
      mailboxes: undefined,
      tool: undefined,
    },
    // A name that comes back gets keys of its own.
    async also(tx) {
      for (const kind of dkimKinds) await closeWorkItem(tx, kind, name)
    },
  }
}
