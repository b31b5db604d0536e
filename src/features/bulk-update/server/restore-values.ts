import { type Round, runEach, runInRounds } from '#vendors/client/run-each.ts'
import type { BulkContext, BulkSettings, BulkTool } from '#vendors/ports/bulk-tools.ts'
import { type AccountField, type AccountValues, fieldsOf, isSameValue } from '../rules/account-values.ts'
import type { AccountBefore, PlainChange, WantedAccount } from './bulk-change.ts'

/** Groups of accounts with the same values that are worked on at once. */
const groupsAtOnce = 8

/** No tool shows the word of its warm-up mail, and tags are only ever added. */
export const neverRestored: readonly AccountField[] = ['warmupTag', 'tags']

/** An account of the update that is taken back: what it had, and what the update wanted of it. */
export interface EarlierAccount {
  id: string
  before: AccountBefore | null
  ours: AccountValues
  /** Fields that a later update has set since, or an undo has put back already: they are not this update's any more. */
  later: readonly AccountField[]
}

/** What an account had before and does not have by that update; with `now`, where it still holds what that set. */
export function restorableOf(
  { before, ours, later }: Omit<EarlierAccount, 'id'>,
  now?: AccountValues,
): AccountValues {
  const values: AccountValues = {}
  for (const field of fieldsOf(ours)) {
    const was = before?.[field]
    if (was === undefined || later.includes(field) || neverRestored.includes(field)) continue
    if (isSameValue(field, ours[field], was)) continue
    if (now && (now[field] === undefined || !isSameValue(field, ours[field], now[field]))) continue
    Object.assign(values, { [field]: was })
  }
  return values
}

/** Fields that could be put back but for someone's change since: they hold neither the update's value nor the one before. */
export function changedSince(account: EarlierAccount, now: AccountValues): AccountField[] {
  const back = restorableOf(account)
  return fieldsOf(back).filter(
    (field) =>
      now[field] === undefined ||
      !(isSameValue(field, account.ours[field], now[field]) || isSameValue(field, back[field], now[field])),
  )
}

/** Puts values back, accounts with the same ones together. */
export async function applyValues(
  tool: BulkTool,
  accounts: readonly WantedAccount[],
  earlier: PlainChange,
  ctx: BulkContext,
): Promise<void> {
  const groups = [...Map.groupBy(accounts, ({ wanted }) => JSON.stringify(wanted)).values()]
  await runEach(
    groups,
    groupsAtOnce,
    async (group) => {
      const ids = group.map(({ id }) => id)
      const rounds = roundsOf(tool, group[0]?.wanted ?? {}, earlier, ctx)
      await runInRounds(ids, rounds, ctx.onOutcome)
    },
    // Refused as a whole, before anything was sent.
    (group, outcome) => {
      if (!outcome.ok) for (const { id } of group) ctx.onOutcome?.(id, outcome)
    },
  )
}

function roundsOf(tool: BulkTool, values: AccountValues, earlier: PlainChange, ctx: BulkContext): Round[] {
  const rounds: Round[] = []
  const settings = settingsOf(tool, values, earlier)
  if (settings.warmup || settings.outbound)
    rounds.push((ids, onOutcome) => tool.updateSettings(ids, settings, { ...ctx, onOutcome }))
  if (values.warmupOn !== undefined) {
    const switching = values.warmupOn ? tool.enableWarmup : tool.disableWarmup
    rounds.push((ids, onOutcome) => switching(ids, { ...ctx, onOutcome }))
  }
  const { signature } = values
  if (signature !== undefined)
    rounds.push((ids, onOutcome) => tool.setSignature(ids, signature, { ...ctx, onOutcome }))
  return rounds
}

function settingsOf(tool: BulkTool, values: AccountValues, earlier: PlainChange): BulkSettings {
  const { warmupLimit, warmupIncrement, replyRatePercent, dailyLimit, sendingGapMinutes } = values
  const isWarmup = [warmupLimit, warmupIncrement, replyRatePercent].some((value) => value !== undefined)
  const isOutbound = dailyLimit !== undefined || sendingGapMinutes !== undefined
  // Where one alone would reset the other, the other is sent as the update had set it: it cannot be read.
  const kept = tool.outboundTogether && earlier.kind === 'settings' ? earlier.settings.outbound : undefined
  return {
    ...(isWarmup && { warmup: { limit: warmupLimit, increment: warmupIncrement, replyRatePercent } }),
    ...(isOutbound && {
      outbound: {
        dailyLimit: dailyLimit ?? kept?.dailyLimit,
        sendingGapMinutes: sendingGapMinutes ?? kept?.sendingGapMinutes,
      },
    }),
  }
}
