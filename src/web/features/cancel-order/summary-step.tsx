import type { GroupDetails } from '#shared/api/groups.ts'
import { cancelOrder } from '#shared/api/orders.ts'
import { type CancelReason, cancelOrderMessages, cancelReasonText } from '#shared/orders/cancel-order.ts'
import { orderDateText } from '#shared/orders/order-date.ts'
import { orderTypeLabel } from '#shared/orders/order-groups.ts'
import { mailboxRetentionDays, plans } from '#shared/plans/catalog.ts'
import { countOf } from '#shared/text/count-of.ts'
import { numberText } from '#shared/text/number-text.ts'
import { ApiError, call } from '../../api.ts'
import { failureText } from '../../app-shell/failure-text.ts'
import { useConfig } from '../../app-shell/use-config.ts'
import { useUser } from '../../app-shell/use-user.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { toast } from '../../ui/toast.ts'
import { useAction } from '../../ui/use-action.ts'
import { refetchOrders } from '../orders/orders-query.ts'
import { OwedOnceCancelled } from '../orders/owed-list.tsx'

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
