import type { DomainOption, PlanId } from '#features/plans/rules/catalog.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { choosePlan, type OrderDraft } from './order-draft.ts'

/** What an order begins with that was planned elsewhere. */
export interface PlannedStart {
  plan: PlanId
  orderCount: number
  /** Its domains are spares. */
  isReserve: boolean
  domainOption: DomainOption
  tool: SendingToolId
}

/** Takes a plan with all that was chosen beside it; names, people and the tool's credentials stay where they go with it. */
export function startPlanned(
  draft: OrderDraft,
  { plan, orderCount, isReserve, domainOption, tool }: PlannedStart,
): OrderDraft {
  return choosePlan(
    {
      ...draft,
      isReserve,
      domainOption,
      tool: draft.tool?.tool === tool ? draft.tool : { tool, connectionId: null, shown: {} },
    },
    plan,
    orderCount,
  )
}

/** What of a draft that has been begun would be another thing; nothing where there is nothing to lose. */
export interface StartChanges {
  /** The plan, how many orders of it, whether they are spares, or how domains come about. */
  order: boolean
  /** The tool whose credentials are not used any more. */
  tool: SendingToolId | undefined
  /** Names that would stand on both lists. */
  dropped: string[]
}

export function startChanges(draft: OrderDraft, start: PlannedStart): StartChanges | undefined {
  const next = startPlanned(draft, start)
  const order =
    draft.plan !== null &&
    (draft.plan !== next.plan ||
      draft.orderCount !== next.orderCount ||
      draft.isReserve !== next.isReserve ||
      (draft.domainOption !== null && draft.domainOption !== next.domainOption))
  const tool = draft.tool && draft.tool.tool !== next.tool?.tool ? draft.tool.tool : undefined
  const dropped = (['purchase', 'own'] as const).flatMap((option) =>
    draft.domains[option].google.filter((name) => !next.domains[option].google.includes(name)),
  )
  return order || tool || dropped.length > 0 ? { order, tool, dropped } : undefined
}
