import { useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { selectedDomains } from '#features/ordering/rules/order-draft.ts'
import type { PlannedStart } from '#features/ordering/rules/planned-order.ts'
import { orderCountMax } from '#features/plans/rules/catalog.ts'
import { planName } from '#features/plans/rules/naming.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { LateConfirmDialog } from '#ui/late-confirm-dialog.tsx'
import { Select } from '#ui/select.tsx'
import type { PlannedOrders, PlannedStep } from '../rules/plan-volume.ts'
import type { VolumeQuestion } from '../rules/volume-question.ts'
import { domainOptionLabels } from './planner-words.ts'
import type { AskedStart } from './use-start-order.ts'
import { useStartOrder } from './use-start-order.ts'

interface BegunOrderQuestionProps extends AskedStart {
  onConfirm: () => void
  onClose: () => void
}

/** Before an order that was begun becomes another one: what stays of it, and what does not. */
function BegunOrderQuestion({ start, draft, changes, typed, onConfirm, onClose }: BegunOrderQuestionProps) {
  const { planNames } = useConfig()
  const { plan, orderCount, isReserve, domainOption } = draft
  const { azure, google } = selectedDomains(draft)
  const chosen = azure.length + google.length
  const said = (of: Pick<PlannedStart, 'plan' | 'orderCount' | 'isReserve'>, option: typeof domainOption) =>
    [
      `${countOf(of.orderCount, 'order')} of ${planName(of.plan, planNames)}`,
      of.isReserve && 'as spares',
      option && `“${domainOptionLabels[option]}”`,
    ]
      .filter(Boolean)
      .join(', ')
  const tool = changes?.tool
  return (
    <LateConfirmDialog
      title="Change the order you have begun?"
      confirmLabel="Change the order"
      cancelLabel="Leave it"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {changes?.order && plan && (
        <p>
          It has {said({ plan, orderCount, isReserve }, domainOption)}
          {chosen > 0 && `, with ${countOf(chosen, 'domain')} chosen`}. It becomes{' '}
          {said(start, start.domainOption)}. The domains, people and texts you entered stay.
        </p>
      )}
      {tool && (
        <p className="mt-2">
          {sendingToolNames[start.tool]} takes the place of {sendingToolNames[tool]}; credentials that were
          saved stay saved.
        </p>
      )}
      {typed && (
        <p className="mt-2">What you typed for {sendingToolNames[typed]} and did not save is dropped.</p>
      )}
      {changes && changes.dropped.length > 0 && (
        <p className="mt-2 wrap-anywhere">
          Taken off the Google list, since they stand on both: {changes.dropped.join(', ')}.
        </p>
      )}
    </LateConfirmDialog>
  )
}

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
