import type { BulkOperation } from '#shared/bulk-update/bulk-job.ts'
import type { BulkAccount, BulkContext, BulkSettings, BulkTool } from '../../providers/ports/bulk-tools.ts'

/** What an update does to every account; stands in the job's row. */
export type BulkChange =
  | { kind: 'settings'; settings: BulkSettings }
  | { kind: 'warmup' }
  | { kind: 'tags'; tags: string[] }
  /** Several where names differ; an account's row says which is its own. */
  | { kind: 'signatures'; signatures: string[] }

/** An account as an update names it: by what the tool's verbs take. */
export interface ChangedAccount {
  id: string
  /** Index into the signatures of the change. */
  signature?: number
}

export interface BulkUpdate {
  operation: BulkOperation
  change: BulkChange
  accounts: readonly ChangedAccount[]
}

/** Makes the change; what became of each account is told through `ctx.onSettled`. */
export async function applyChange(
  tool: BulkTool,
  change: BulkChange,
  accounts: readonly ChangedAccount[],
  ctx: BulkContext,
): Promise<void> {
  const ids = accounts.map(({ id }) => id)
  switch (change.kind) {
    case 'settings':
      await tool.updateSettings(ids, change.settings, ctx)
      return
    case 'warmup':
      await tool.enableWarmup(ids, ctx)
      return
    case 'tags':
      await tool.setTags(ids, change.tags, ctx)
      return
    case 'signatures':
      for (const [index, members] of Map.groupBy(accounts, (account) => account.signature ?? 0)) {
        const html = change.signatures[index] ?? ''
        await tool.setSignature(
          members.map(({ id }) => id),
          html,
          ctx,
        )
      }
  }
}

/** Whether an account that was read back is as wanted; undefined when the tool does not show it. */
export function isAsWanted(
  change: BulkChange,
  account: ChangedAccount,
  now: BulkAccount,
): boolean | undefined {
  switch (change.kind) {
    case 'warmup':
      return now.warmupOn
    case 'tags':
      return now.tags && change.tags.every((tag) => now.tags?.includes(tag))
    case 'signatures':
      return now.signature === undefined
        ? undefined
        : sameText(now.signature, change.signatures[account.signature ?? 0] ?? '')
    case 'settings':
      return allOf(settingsSeen(change.settings, now))
  }
}

/** What is wanted beside what stands there, as far as the tool shows it. */
function settingsSeen({ warmup, outbound }: BulkSettings, now: BulkAccount): (boolean | undefined)[] {
  const same = (wanted: number | undefined, seen: number | undefined) =>
    wanted === undefined || seen === undefined ? undefined : seen === wanted
  return [
    ...(warmup
      ? [
          same(warmup.limit, now.warmupLimit),
          same(warmup.increment, now.warmupIncrement),
          same(warmup.replyRatePercent, now.replyRatePercent),
          ...(warmup.alsoEnable ? [now.warmupOn] : []),
        ]
      : []),
    ...(outbound
      ? [same(outbound.dailyLimit, now.dailyLimit), same(outbound.sendingGapMinutes, now.sendingGapMinutes)]
      : []),
  ]
}

/** False when one is; else true when at least one can be seen. */
const allOf = (seen: readonly (boolean | undefined)[]): boolean | undefined =>
  seen.includes(false) ? false : seen.includes(true) ? true : undefined

/** Tools store HTML with other line breaks than they were given. */
const sameText = (a: string, b: string): boolean => a.replace(/\s+/g, '') === b.replace(/\s+/g, '')
