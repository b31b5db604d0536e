import { formatUsd } from '#shared/money/usd.ts'
import type { PlannedStart } from '#shared/order-draft/planned-order.ts'
import { countOf } from '#shared/text/count-of.ts'
import type { PlannedOrders, PlannedStep } from '#shared/volume/plan-volume.ts'
import type { VolumeQuestion } from '#shared/volume/volume-question.ts'
import { Button } from '../../ui/button.tsx'
import { BegunOrderQuestion } from './begun-order-question.tsx'
import { useStartOrder } from './use-start-order.ts'

interface StartOrdersProps {
  planned: PlannedOrders
  question: VolumeQuestion
}

/** Begins the order in the wizard; what it does not take at once is said. */
export function StartOrders({ planned, question }: StartOrdersProps) {
  const { asked, start, agree, refuse } = useStartOrder()
  const { plan, orders, reserve, first, firstReserve } = planned
  const { tool, domainOption } = question
  const startOf = (step: PlannedStep, isReserve: boolean): PlannedStart => ({
    plan,
    orderCount: step.orders,
    isReserve,
    domainOption,
    tool,
  })
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" onClick={() => start(startOf(first, false))}>
          {first.orders < orders ? `Start the first ${countOf(first.orders, 'order')}` : 'Start this order'}
        </Button>
        {firstReserve && (
          <Button onClick={() => start(startOf(firstReserve, true))}>
            {firstReserve.orders < reserve.orders
              ? `Start the first ${countOf(firstReserve.orders, 'order')} of the reserve`
              : `Start the reserve’s order`}
          </Button>
        )}
      </div>
      <Steps planned={planned} />
      {asked && <BegunOrderQuestion {...asked} onConfirm={agree} onClose={refuse} />}
    </>
  )
}

/** Where it takes more than one way through the wizard. */
function Steps({ planned: { orders, reserve, first, firstReserve } }: { planned: PlannedOrders }) {
  if (first.orders === orders && !firstReserve) return null
  const rest = [
    orders > first.orders && `${countOf(orders - first.orders, 'more order')}`,
    firstReserve && `the reserve’s ${countOf(reserve.orders, 'order')}`,
  ].filter(Boolean)
  return (
    <p className="text-muted text-secondary">
      {first.orders < orders && `${first.orders} orders are placed at a time. `}
      Of the price, {formatUsd(first.cost.totalCents)} are due with {countOf(first.orders, 'order')} now. Then
      come back to this page and place {rest.join(' and ')}.
    </p>
  )
}
