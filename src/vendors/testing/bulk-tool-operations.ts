import type { BulkSettings, BulkTool } from '#vendors/ports/bulk-tools.ts'
import { allSucceeded } from './all-succeeded.ts'
import { type ContractBench, operation } from './contract.ts'
import type { CallOnMany, CallsOnMany } from './one-of-many.ts'

export const signatureHtml = '<p>Jane</p>'
export const tagName = 'outreach'

type Count = (bench: ContractBench) => number

/** What every bulk tool does alike, by one of its ways in. */
export function bulkToolOperations({
  way,
  open,
  arrange,
  settings,
  effects,
}: {
  way: string
  open: (bench: ContractBench) => BulkTool
  /** Puts accounts on fresh-name.com there; returns their ids. */
  arrange: (bench: ContractBench) => Promise<string[]>
  settings: BulkSettings
  /** How many of the accounts have what was asked for. */
  effects: { settings: Count; signature: Count; tags?: Count }
}) {
  return [
    operation({
      name: `listAccounts ${way}`,
      arrange,
      call: (bench) => open(bench).listAccounts(['fresh-name.com'], bench.ctx),
    }),
    operation({
      name: `updateSettings ${way}`,
      arrange,
      call: async (bench, ids: string[]) =>
        allSucceeded(await open(bench).updateSettings(ids, settings, bench.ctx)),
      effects: effects.settings,
    }),
    operation({
      name: `setSignature ${way}`,
      arrange,
      call: async (bench, ids: string[]) =>
        allSucceeded(await open(bench).setSignature(ids, signatureHtml, bench.ctx)),
      effects: effects.signature,
    }),
    operation({
      name: `setTags ${way}`,
      arrange,
      call: async (bench, ids: string[]) =>
        allSucceeded(await open(bench).setTags(ids, [tagName], bench.ctx)),
      ...(effects.tags && { effects: effects.tags }),
    }),
    operation({
      name: `readBack ${way}`,
      arrange,
      call: (bench, ids: string[]) => open(bench).readBack(ids, bench.ctx),
    }),
  ]
}

/** What an account has, by its id. */
export interface ShownAccount {
  isSet: boolean
  isWarm: boolean
  isSigned: boolean
  isTagged: boolean
}

/** Calls on many accounts, which every bulk tool knows alike. */
export function callsOnAccounts({
  open,
  arrange,
  settings,
  shown,
  together,
}: {
  open: (bench: ContractBench) => BulkTool
  /** Three accounts there without warm-up. */
  arrange: (bench: ContractBench) => Promise<string[]>
  settings: BulkSettings
  shown: (bench: ContractBench, id: string) => ShownAccount
  /** Calls that take many accounts in one request. */
  together: readonly CallsOnMany<BulkTool>[]
}) {
  const row = (
    name: CallsOnMany<BulkTool>,
    { isDone, ...call }: Pick<CallOnMany, 'call'> & { isDone: (account: ShownAccount) => boolean },
  ): CallOnMany => ({
    arrange,
    ...call,
    isDone: (bench, id) => isDone(shown(bench, id)),
    ...(together.includes(name) && { refusedTogether: 'all' }),
    tellsEach: true,
  })
  return {
    updateSettings: row('updateSettings', {
      call: (bench, ids, ctx) => open(bench).updateSettings(ids, settings, ctx),
      isDone: ({ isSet }) => isSet,
    }),
    enableWarmup: row('enableWarmup', {
      call: (bench, ids, ctx) => open(bench).enableWarmup(ids, ctx),
      isDone: ({ isWarm }) => isWarm,
    }),
    disableWarmup: {
      ...row('disableWarmup', {
        call: (bench, ids, ctx) => open(bench).disableWarmup(ids, ctx),
        isDone: ({ isWarm }) => !isWarm,
      }),
      arrange: async (bench) => {
        const ids = await arrange(bench)
        allSucceeded(await open(bench).enableWarmup(ids))
        return ids
      },
    },
    setSignature: row('setSignature', {
      call: (bench, ids, ctx) => open(bench).setSignature(ids, signatureHtml, ctx),
      isDone: ({ isSigned }) => isSigned,
    }),
    setTags: row('setTags', {
      call: (bench, ids, ctx) => open(bench).setTags(ids, [tagName], ctx),
      isDone: ({ isTagged }) => isTagged,
    }),
  } satisfies Record<CallsOnMany<BulkTool>, CallOnMany>
}
