import type { FaultKind } from '../../../sandbox/faults.ts'
import type { BulkSettings, BulkTool } from '../ports/bulk-tools.ts'
import { allSucceeded } from './all-succeeded.ts'
import { type ContractBench, operation } from './contract.ts'

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
  tagsTolerate,
}: {
  way: string
  open: (bench: ContractBench) => BulkTool
  /** Puts accounts on fresh-name.com there; returns their ids. */
  arrange: (bench: ContractBench) => Promise<string[]>
  settings: BulkSettings
  /** How many of the accounts have what was asked for. */
  effects: { settings: Count; signature: Count; tags?: Count }
  tagsTolerate?: FaultKind[]
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
      ...(tagsTolerate && { tolerates: tagsTolerate }),
    }),
    operation({
      name: `readBack ${way}`,
      arrange,
      call: (bench, ids: string[]) => open(bench).readBack(ids, bench.ctx),
    }),
  ]
}
