import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import type { GroupDetails } from '#features/orders/api/groups.ts'
import { orderDateText } from '#features/orders/rules/order-date.ts'
import { orderTypeLabel } from '#features/orders/rules/order-groups.ts'
import { OwedOnceCancelled } from '#features/orders/web/owed-list.tsx'
import { refetchOrders } from '#features/orders/web/shared/orders-query.ts'
import { mailboxRetentionDays, plans } from '#features/plans/rules/catalog.ts'
import { Alert } from '#ui/alert.tsx'
import { ApiError, call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { failureText } from '#ui/frame/failure-text.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import { useUser } from '#ui/frame/use-user.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { cancelOrder } from '../api/cancel-order.ts'
import { type CancelReason, cancelOrderMessages, cancelReasonText } from '../rules/cancel-order.ts'

interface SummaryStepProps {
  group: GroupDetails
  answer: { reason: CancelReason; details: string }
  onBack: () => void
  onCancelled: () => void
}

/** Step two: what ends, and that it cannot be taken back. */
export function SummaryStep({ group, answer, onBack, onCancelled }: SummaryStepProps) {
  const user = useUser()
  const naming = useConfig()
  const cancelling = useCancellation({ group, answer, onCancelled })
  const { error, data } = cancelling
  const ending = group.domains.filter(({ status }) => status !== 'cancelled' && status !== 'duplicate')
  // The place of one that is being replaced was sold once.
  const places = ending.filter(({ replacementOrdered }) => !replacementOrdered)
  const mailboxes = places.reduce((sum, { inboxes }) => sum + inboxes.sold, 0)
  return (
    <Card>
      <CardHeader title="Confirm Cancellation" description="Please check what will end." />
      <div className="mt-4">
        <FactList
          facts={[
            [
              'Order ID',
              <code translate="no" key="id" className="break-all font-mono text-secondary">
                {group.groupId}
              </code>,
            ],
            ['Order Type', orderTypeLabel(group.plan, naming)],
            ['Name', user.name],
            ['E-mail', user.email],
            ['Reason', cancelReasonText(answer)],
            [
              'Domains',
              `${countOf(ending.length, 'domain')}: ${ending.map(({ domain }) => domain).join(', ')}`,
            ],
            ['Mailboxes', `${numberText(mailboxes)} mailboxes`],
            // The day until which it was paid may be over, and nothing is billed after the end.
            ...(group.nextBilling ? [] : [['Paid until', orderDateText(group.paidUntil)] as const]),
          ]}
        />
      </div>
      <Alert tone="warning" title="All services of this order will be terminated." className="mt-4">
        This cannot be reversed. Its mailboxes stop sending and leave your sending tool at once, and it is not
        billed any more; what you have paid is not refunded. Mailboxes and their mail are deleted after{' '}
        {mailboxRetentionDays} days.
        {plans[group.plan].reinstatable && ' The domains can be reinstated from your dashboard.'}
      </Alert>
      {group.owedOnceCancelled && <OwedOnceCancelled owed={group.owed} once={group.owedOnceCancelled} />}
      {(error || data?.success === false) && (
        <Alert title={cancelOrderMessages.failed} className="mt-3">
          {data?.message || failureText(error)}
        </Alert>
      )}
      <div className="mt-5 flex justify-between gap-2">
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button
          variant="danger"
          loading={cancelling.isPending || data?.success === true}
          loadingText="Cancelling..."
          onClick={() => cancelling.mutate()}
        >
          Confirm Cancellation
        </Button>
      </div>
    </Card>
  )
}

function useCancellation({ group, answer, onCancelled }: Omit<SummaryStepProps, 'onBack'>) {
  const details = answer.reason === 'other' ? answer.details.trim() : ''
  return useAction({
    mutationFn: () =>
      call(cancelOrder, {
        body: { groupId: group.groupId, reason: answer.reason, ...(details && { details }) },
      }),
    meta: { quiet: true },
    isDone: ({ success }) => success,
    onSuccess: ({ success }) => {
      if (!success) return
      toast.success(cancelOrderMessages.cancelled)
      void refetchOrders()
      onCancelled()
    },
    // It is no longer as it was: the page shows how it is.
    onError: (error) => (error instanceof ApiError && error.status === 409 ? refetchOrders() : undefined),
  })
}
