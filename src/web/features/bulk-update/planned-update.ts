import type { AccountValues } from '#shared/bulk-update/account-values.ts'
import type { Pace, PacedUpdate } from '#shared/bulk-update/pace.ts'
import type { BulkToolId } from '#shared/tools/sending-tools.ts'

/** What an update is about to do. */
export interface PlannedUpdate {
  /** Of the button that starts it. */
  label: string
  tool: BulkToolId
  accounts: readonly { current: AccountValues; wanted: AccountValues }[]
  /** Labels of settings that could be set here and are left out. */
  kept?: readonly string[]
  /** What is wrong with what was entered. */
  problem?: string | undefined
  pace: Pace | undefined
  paced: PacedUpdate
  /** Calls that each account takes. */
  callsEach?: number
}
