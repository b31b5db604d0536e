import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainNames, healthActs } from '#base/db/schema/index.ts'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { limitAt } from '#features/health/rules/acts.ts'
import { platformContents } from '#features/plans/rules/catalog.ts'
import {
  leastLimitOf,
  leastMailOf,
  limitCountsWarmup,
  sendingToolNames,
} from '#features/tools/rules/sending-tools.ts'
import { waitsForVendor } from '#vendors/client/vendor-error.ts'
import type { CallOutcome } from '#vendors/ports/call-context.ts'
import type { SendingTool, ToolMailbox } from '#vendors/ports/sending-tools.ts'
import {
  coldLimitDigest,
  type DesiredMailbox,
  type Holding,
  linkInTool,
  type MailboxLink,
  mailboxesInTool,
} from '../desired.ts'
import { mailboxesWere } from '../healing-sentences.ts'
import { throwFirstFailure } from '../refusals.ts'
import type { Step, StepContext } from '../step-context.ts'
import { list, waiting } from './tool-calls.ts'

/** A mailbox in the tool, what it sends there when it sends in full, and what it is to send now. */
interface Limited {
  mailbox: DesiredMailbox
  there: ToolMailbox
  /** Null where it had no limit of its own. */
  whole: number | null
  to: number
  /** Somebody has set another limit since we did. */
  isChanged: boolean
}

/**
 * While a domain rests, returns or has been replaced and falls, its mailboxes send a share of their cold mail: the daily limit that each had is noted
 * before it is changed, and put back when the return is over. What somebody else has set meanwhile counts as what the
 * mailbox had, and stands in the timeline. A limit is as wanted when the tool itself lists it so.
 */
export const coldLimit: Step = async (context) => {
  const { desired, holding, vendors, at } = context
  const { connection, coldShare } = holding
  const sendingTool = await vendors.sendingTool(connection.id)
  const before = await list(context, sendingTool)
  const limited = limitedIn(context, before)
  await noteChanged(context, limited)
  const wrong = limited.filter(({ there, to }) => there.dailyLimit !== to)
  const outcomes = wrong.length > 0 ? await setLimits(context, sendingTool, wrong) : []
  const listed = wrong.length > 0 ? await list(context, sendingTool) : before
  const isSet = ({ mailbox, to }: Limited) => listed.get(mailbox.address)?.dailyLimit === to
  const set = limited.filter(isSet)
  const gone = goneFrom(context, before)
  if (set.length < limited.length || gone > 0) {
    // One that cannot be set holds none of the others: what is found of them from now on is somebody's.
    await context.save({}, (tx) => noteSet(tx, holding, set))
    if (gone > 0) await lookWhatIsThere(context)
    throwFirstFailure(outcomes)
    const reason = notShownYet(limited.length - set.length, limited.length, gone)
    throw waiting(context, { ...waitsForVendor, reason })
  }
  const warm = limited.filter(({ mailbox }) => listed.get(mailbox.address)?.warmupOn).length
  return {
    facts: {
      coldLimit: coldShare === null ? undefined : { at: at(), digest: coldLimitDigest(desired) },
    },
    sentence: sentenceOf(sendingTool, coldShare, limited, warm),
    isOfThisWish: true,
    async also(tx) {
      await noteSet(tx, holding, limited)
      if (coldShare === null) return
      await tx
        .update(healthActs)
        .set({ confirmedAt: new Date(at()) })
        .where(and(eq(healthActs.domainId, holding.domainId), eq(healthActs.share, coldShare)))
    },
  }
}

/** How many there are whose limit is noted and that the tool does not list: what they had is not forgotten for that. */
const goneFrom = ({ desired }: StepContext, listed: ReadonlyMap<string, ToolMailbox>): number =>
  mailboxesInTool(desired).filter((each) => linkInTool(desired, each)?.rest && !listed.has(each.address))
    .length

/** Has the tool asked what it has: what is gone from it is brought in anew, and its limit is the usual one then. */
const lookWhatIsThere = ({ lease, at }: StepContext): Promise<void> => {
  const listed = JSON.stringify({ tool: { at: at(), agrees: false } })
  return lease.update({ listed: sql`${domainNames.listed} || ${listed}::jsonb` })
}

const notShownYet = (left: number, of: number, gone: number): string =>
  [
    left > 0 && `${left} of ${of} mailboxes are not shown with the limit that they were set to yet`,
    gone > 0 && `${countOf(gone, 'mailbox is', 'mailboxes are')} not listed there at present`,
  ]
    .filter(Boolean)
    .join(', and ')

function limitedIn({ desired, holding }: StepContext, listed: ReadonlyMap<string, ToolMailbox>): Limited[] {
  const usual = platformContents[holding.platform].dailyLimit
  const least = leastLimitOf(holding.connection.kind)
  return mailboxesInTool(desired).flatMap((mailbox) => {
    const there = listed.get(mailbox.address)
    const known = linkInTool(desired, mailbox)?.rest
    if (!there || (holding.coldShare === null && !known)) return []
    const is = there.dailyLimit ?? null
    // What was noted and may not have been set: whether it was shows only once it is seen.
    const isChanged = known !== null && known !== undefined && !known.isBeingSet && is !== known.set
    const whole = known && !isChanged ? known.whole : is
    // No tool is known to take it that there is to be no limit: one that had none returns to the usual one.
    const to = limitAt(whole ?? usual, holding.coldShare ?? 100, least)
    return [{ mailbox, there, whole, to, isChanged }]
  })
}

async function noteChanged(
  { holding, noteHealing }: StepContext,
  limited: readonly Limited[],
): Promise<void> {
  const { kind } = holding.connection
  const changed = limited.filter(({ isChanged, there, to }) => isChanged && there.dailyLimit !== to)
  const found = mailboxesWere(
    changed.length,
    `set to another daily limit in ${sendingToolNames[kind]} while the domain sends less`,
    'set back to what it sends now; the limit that was found is what they return to',
  )
  if (found) await noteHealing('cold_limit', found)
}

/** Before they are set it is noted that they are about to be: a worker may end in between. */
async function setLimits(
  { holding, save, call }: StepContext,
  sendingTool: SendingTool,
  wrong: readonly Limited[],
): Promise<CallOutcome<void>[]> {
  await save({}, (tx) =>
    noteLimits(tx, holding, wrong, ({ whole, to }) => ({ whole, set: to, isBeingSet: true })),
  )
  return sendingTool.limit(
    wrong.map(({ there, to }) => ({ externalId: there.externalId, dailyLimit: to })),
    call,
  )
}

/** What the tool shows as it was set. Nothing is noted any more of what sends in full again. */
const noteSet = (tx: Db, holding: Holding, limited: readonly Limited[]): Promise<void> =>
  noteLimits(tx, holding, limited, ({ whole, to }) =>
    holding.coldShare === null ? null : { whole, set: to, isBeingSet: false },
  )

async function noteLimits(
  tx: Db,
  { connection }: Holding,
  limited: readonly Limited[],
  restOf: (of: Limited) => MailboxLink['rest'],
): Promise<void> {
  const rows = limited.map((each) => ({ mailbox_id: each.mailbox.id, rest: restOf(each) }))
  await tx.execute(sql`
    update mailbox_links l set rest = r.rest
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(mailbox_id text, rest jsonb)
    where l.mailbox_id = r.mailbox_id and l.connection_id = ${connection.id}`)
}

function sentenceOf(
  { kind }: Pick<SendingTool, 'kind'>,
  share: number | null,
  limited: readonly Limited[],
  warm: number,
): string {
  const where = sendingToolNames[kind]
  if (limited.length === 0) return `None of its mailboxes is in ${where}: no daily limit was changed`
  if (share === null) return inFullAgain(where, limited)
  if (share > 0) return `Sends ${share} % of its cold mail: the daily limits are set so in ${where}`
  const warmth = limitCountsWarmup(kind)
    ? `${where} counts warm-up into that limit, so it waits as well`
    : `warm-up is on at ${numberText(warm)}`
  const least = leastLimitOf(kind)
  const why = least > 0 ? ', since 0 may be no limit there' : ''
  return `Sends ${leastMailOf(kind)}${why}: ${where} shows the daily limit ${least} at ${countOf(limited.length, 'mailbox', 'mailboxes')}; ${warmth}`
}

function inFullAgain(where: string, limited: readonly Limited[]): string {
  const asTheyWere = `Sends in full again: the daily limits in ${where} are as they were`
  const limitless = limited.filter(({ whole }) => whole === null)
  const [first] = limitless
  if (!first) return asTheyWere
  const had = countOf(limitless.length, 'mailbox that had none has', 'mailboxes that had none have')
  return `${asTheyWere}, but ${had} the usual one of ${first.to}`
}
