import type { PlanId } from '#features/plans/rules/catalog.ts'
import { isFileTool, type SendingToolId } from '#features/tools/rules/sending-tools.ts'

interface Pooled {
  plan: PlanId
  tool: SendingToolId
  connectionId: string
  people: readonly { firstName: string; lastName: string }[]
}

/**
 * What a spare has in common with the domains whose place it may take: the plan, which says what is paid, the account of
 * the sending tool that has warmed it up, and the people whose addresses it has. Files have no account.
 */
export const poolKeyOf = ({ plan, tool, connectionId, people }: Pooled): string =>
  JSON.stringify([
    plan,
    isFileTool(tool) ? tool : connectionId,
    people.map(({ firstName, lastName }) => `${firstName} ${lastName}`.toLowerCase()).sort(),
  ])
