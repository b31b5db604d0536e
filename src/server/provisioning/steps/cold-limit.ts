import { and, eq, sql } from 'drizzle-orm'
import { limitAt } from '#shared/health/acts.ts'
import { platformContents } from '#shared/plans/catalog.ts'
import { countOf } from '#shared/text/count-of.ts'
import { numberText } from '#shared/text/number-text.ts'
import { limitCountsWarmup, sendingToolNames } from '#shared/tools/sending-tools.ts'
import type { Db } from '../../db/client.ts'
import { healthActs, mailboxLinks } from '../../db/schema/index.ts'
import type { SendingTool, ToolMailbox } from '../../providers/ports/sending-tools.ts'
import { waitsForVendor } from '../../providers/vendor-error.ts'
import { coldLimitDigest, type DesiredMailbox, linkInTool, mailboxesInTool } from '../desired.ts'
import { mailboxesWere } from '../healing-sentences.ts'
import type { Step, StepContext } from '../step-context.ts'
import { throwFirstFailure } from './mailboxes.ts'
import { linksOf, list, toLink, waiting } from './tool-calls.ts'

/** A mailbox in the tool, what it sends there when it sends in full, and what it is to send now. */
interface Limited {
  mailbox: DesiredMailbox
  there: ToolMailbox
  whole: number
  to: number
  /** Somebody has set another limit since we did. */
  isChanged: boolean
}

/**
 * While a domain rests or returns, its mailboxes send a share of their cold mail: the daily limit that each had is noted
 * before it is changed, and put back when the return is over. What somebody else has set meanwhile counts as what the
 * mailbox had, and stands in the timeline. A limit is as wanted when the tool itself lists it so.
 */
export const coldLimit: Step = async (context) => {
  const { desired, holding, vendors, at } = context
  const { connection, coldShare } = holding
  const sendingTool = await vendors.sendingTool(connection.id)
  const limited = limitedIn(context, await list(context, sendingTool))
  await noteChanged(context, limited)
  const wrong = limited.filter(({ there, to }) => there.dailyLimit !== to)
  if (wrong.length > 0) await setLimits(context, sendingTool, wrong)
  const listed = wrong.length > 0 ? await list(context, sendingTool) : new Map(limited.map(byAddress))
  const left = limited.filter(({ mailbox, to }) => listed.get(mailbox.address)?.dailyLimit !== to)
  if (left.length > 0)
    throw waiting(context, {
      ...waitsForVendor,
      reason: `${left.length} of ${limited.length} mailboxes are not shown with the limit that they were set to yet`,
    })
  const warm = limited.filter(({ mailbox }) => listed.get(mailbox.address)?.warmupOn).length
  return {
    facts: {
      coldLimit: coldShare === null ? undefined : { at: at(), digest: coldLimitDigest(desired) },
    },
    sentence: sentenceOf(sendingTool, coldShare, limited.length, warm),
    isOfThisWish: true,
    async also(tx) {
      if (coldShare === null) {
        const links = linksOf(connection.id, mailboxesInTool(desired).map(toLink))
        await tx.update(mailboxLinks).set({ rest: null }).where(links)
        return
      }
      await noteLimits(tx, connection.id, limited, false)
      await tx
        .update(healthActs)
        .set({ confirmedAt: new Date(at()) })
        .where(and(eq(healthActs.domainId, holding.domainId), eq(healthActs.share, coldShare)))
    },
  }
}

const byAddress = ({ mailbox, there }: Limited): [string, ToolMailbox] => [mailbox.address, there]

function limitedIn({ desired, holding }: StepContext, listed: ReadonlyMap<string, ToolMailbox>): Limited[] {
  const usual = platformContents[holding.platform].dailyLimit
  return mailboxesInTool(desired).flatMap((mailbox) => {
    const there = listed.get(mailbox.address)
    const known = linkInTool(desired, mailbox)?.rest
    if (!there || (holding.coldShare === null && !known)) return []
    const is = there.dailyLimit ?? usual
    // What was noted and may not have been set: whether it was shows only once it is seen.
    const isChanged = known !== null && known !== undefined && !known.isBeingSet && is !== known.set
    const whole = known && !isChanged ? known.whole : is
    const to = holding.coldShare === null ? whole : limitAt(whole, holding.coldShare)
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
    `set to another daily limit in ${sendingToolNames[kind]} while the domain rests or returns`,
    'set back to what it sends now; the limit that was found is what they return to',
  )
  if (found) await noteHealing('cold_limit', found)
}

async function setLimits(
  { holding, save, call }: StepContext,
  sendingTool: SendingTool,
  wrong: readonly Limited[],
): Promise<void> {
  await save({}, (tx) => noteLimits(tx, holding.connection.id, wrong, true))
  throwFirstFailure(
    await sendingTool.limit(
      wrong.map(({ there, to }) => ({ externalId: there.externalId, dailyLimit: to })),
      call,
    ),
  )
}

/** Before they are set it is noted that they are about to be: a worker may end in between. */
async function noteLimits(
  tx: Db,
  connectionId: string,
  limited: readonly Limited[],
  isBeingSet: boolean,
): Promise<void> {
  const rows = limited.map(({ mailbox, whole, to }) => ({
    mailbox_id: mailbox.id,
    rest: { whole, set: to, isBeingSet },
  }))
  await tx.execute(sql`
    update mailbox_links l set rest = r.rest
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(mailbox_id text, rest jsonb)
    where l.mailbox_id = r.mailbox_id and l.connection_id = ${connectionId}`)
}

function sentenceOf(
  { kind }: Pick<SendingTool, 'kind'>,
  share: number | null,
  mailboxes: number,
  warm: number,
): string {
  const where = sendingToolNames[kind]
  if (mailboxes === 0) return `None of its mailboxes is in ${where}: no daily limit was changed`
  if (share === null) return `Sends in full again: the daily limits in ${where} are as they were`
  if (share > 0) return `Sends ${share} % of its cold mail: the daily limits are set so in ${where}`
  const warmth = limitCountsWarmup(kind)
    ? `${where} counts warm-up into that limit, so it waits as well`
    : `warm-up is on at ${numberText(warm)}`
  return `Sends no cold mail: ${where} shows the daily limit 0 at ${countOf(mailboxes, 'mailbox', 'mailboxes')}; ${warmth}`
}
