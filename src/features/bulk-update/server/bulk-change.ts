import type { BulkAccount, BulkContext, BulkSettings, BulkTool } from '#vendors/ports/bulk-tools.ts'
import { type AccountValues, fieldsOf } from '../rules/account-values.ts'
import type { BulkOperation } from '../rules/bulk-job.ts'
import { signatureMaxLength } from '../rules/signature.ts'

/** What an update does to every account. */
export type PlainChange =
  | { kind: 'settings'; settings: BulkSettings }
  | { kind: 'warmup' }
  | { kind: 'tags'; tags: string[] }
  /** Several where names differ; an account's row says which is its own. */
  | { kind: 'signatures'; signatures: string[] }
/** Stands in the job's row. `restore` puts back what an earlier update has set. */
export type BulkChange = PlainChange | { kind: 'restore'; of: string }

/** An account as an update names it: by what the tool's verbs take. */
export interface ChangedAccount {
  id: string
  /** Index into the signatures of the change. */
  signature?: number
}

/** With what it is to become. */
export interface WantedAccount {
  id: string
  wanted: AccountValues
}

/** The accounts of a loaded list but for some positions. */
export interface OfList {
  fetchId: string
  leftOut: readonly number[]
  /** Index into the signatures of the change, by an account's name; those whose name is missing are left out. */
  signatureOf?: ReadonlyMap<string, number>
}

export interface BulkUpdate {
  operation: BulkOperation
  change: BulkChange
  accounts:
    | OfList
    | { named: readonly (ChangedAccount & { before?: AccountBefore })[]; fetchId?: string | undefined }
}

/** An account's address, and what stood there before the first change. */
export type AccountBefore = AccountValues & { email?: string }

/** What a change wants; several where accounts differ. */
export function wantedVariants(change: PlainChange): AccountValues[] {
  switch (change.kind) {
    case 'warmup':
      return [{ warmupOn: true }]
    case 'tags':
      return [{ tags: change.tags }]
    case 'signatures':
      return change.signatures.map((signature) => ({ signature }))
    case 'settings':
      return [wantedSettings(change.settings)]
  }
}

const wantedSettings = ({ warmup, outbound }: BulkSettings): AccountValues => ({
  warmupLimit: warmup?.limit,
  warmupIncrement: warmup?.increment,
  replyRatePercent: warmup?.replyRatePercent,
  warmupTag: warmup?.tag,
  ...(warmup?.alsoEnable && { warmupOn: true }),
  dailyLimit: outbound?.dailyLimit,
  sendingGapMinutes: outbound?.sendingGapMinutes,
})

/** What an account has, as far as this way in shows it. */
export const valuesOf = (account: BulkAccount): AccountValues => ({
  warmupOn: account.warmupOn,
  warmupLimit: account.warmupLimit,
  warmupIncrement: account.warmupIncrement,
  replyRatePercent: account.replyRatePercent,
  dailyLimit: account.dailyLimit,
  sendingGapMinutes: account.sendingGapMinutes,
  signature: account.signature,
  tags: account.tags,
})

/** Of an account's values those that an update touches. A signature that could not be sent back is not kept. */
export function beforeOf(account: BulkAccount, touched: readonly AccountValues[]): AccountBefore {
  const values = valuesOf(account)
  const before: AccountBefore = { email: account.email }
  for (const field of new Set(touched.flatMap(fieldsOf)))
    if (field !== 'signature' || (values.signature?.length ?? 0) <= signatureMaxLength)
      Object.assign(before, { [field]: values[field] })
  return before
}

/** Makes a change; what became of each account is told through `ctx.onOutcome`. */
export async function applyChange(
  tool: BulkTool,
  change: PlainChange,
  accounts: readonly WantedAccount[],
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
      for (const [html, members] of Map.groupBy(accounts, ({ wanted }) => wanted.signature ?? ''))
        await tool.setSignature(
          members.map(({ id }) => id),
          html,
          ctx,
        )
  }
}
