import { countOf } from '#base/text/count-of.ts'
import { selectedDomains } from '#features/ordering/rules/order-draft.ts'
import type { PlannedStart } from '#features/ordering/rules/planned-order.ts'
import { planName } from '#features/plans/rules/naming.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import { LateConfirmDialog } from '#ui/late-confirm-dialog.tsx'
import { domainOptionLabels } from './planner-words.ts'
import type { AskedStart } from './use-start-order.ts'

interface BegunOrderQuestionProps extends AskedStart {
  onConfirm: () => void
  onClose: () => void
}

/** Before an order that was begun becomes another one: what stays of it, and what does not. */
export function BegunOrderQuestion({
  start,
  draft,
  changes,
  typed,
  onConfirm,
  onClose,
}: BegunOrderQuestionProps) {
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
