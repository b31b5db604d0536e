import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import type { AccountValues } from '../rules/account-values.ts'
import type { Pace, PacedUpdate } from '../rules/pace.ts'

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
