import { useState } from 'react'
import { formatUsd } from '#base/text/usd.ts'
import { orderCountMax } from '#features/plans/rules/catalog.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import type { PlannedOrders, PlannedStep } from '../rules/plan-volume.ts'
import type { VolumeQuestion } from '../rules/volume-question.ts'
import { BegunOrderQuestion } from './begun-order-question.tsx'
import { useStartOrder } from './use-start-order.ts'

interface StartOrdersProps {
  planned: PlannedOrders
  question: VolumeQuestion
}

/** Begins the orders in the wizard, so many at a time as it takes; which ones is chosen where it takes several times. */
export function StartOrders({ planned: { plan, steps }, question }: StartOrdersProps) {
  const { asked, start, agree, refuse } = useStartOrder()
  const [chosen, choose] = useState('0')
  const step = steps[Number(chosen)] ?? steps[0]
  if (!step) return null
  const { tool, domainOption } = question
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        {steps.length > 1 && (
          <Field label="Place now" className="min-w-0 grow basis-60">
            <Select
              value={String(steps.indexOf(step))}
              onValueChange={choose}
              options={steps.map((each, index) => ({ value: String(index), label: stepLabel(each) }))}
            />
          </Field>
        )}
        <Button
          variant="primary"
          onClick={() =>
            start({ plan, orderCount: step.orders, isReserve: step.isReserve, domainOption, tool })
          }
        >
          {steps.length === 1 || step.orders === 1 ? 'Start this order' : `Start these ${step.orders} orders`}
        </Button>
      </div>
      {steps.length > 1 && <Steps hasReserve={steps.some(({ isReserve }) => isReserve)} />}
      {asked && <BegunOrderQuestion {...asked} onConfirm={agree} onClose={refuse} />}
    </>
  )
}

/** "Orders 11 to 12, $130.00 due now". */
function stepLabel({ before, orders, isReserve, cost }: PlannedStep): string {
  const [first, last] = [before + 1, before + orders]
  const which = first === last ? `order ${first}` : `orders ${first} to ${last}`
  const due = `${formatUsd(cost.totalCents)} due now`
  return isReserve ? `Reserve: ${which}, ${due}` : `${which[0]?.toUpperCase()}${which.slice(1)}, ${due}`
}

/** How it goes on where it takes more than one way through the wizard. */
const Steps = ({ hasReserve }: { hasReserve: boolean }) => (
  <p className="text-muted text-secondary">
    At most {orderCountMax} orders are placed at a time: come back to this page for the next ones, and choose
    them above.
    {hasReserve &&
      ' The reserve comes last. A spare takes the place of a domain with the same plan, people and account at the sending tool: Health, too, begins it with all of these filled in.'}
  </p>
)
