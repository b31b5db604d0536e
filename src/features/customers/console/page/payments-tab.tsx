import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayStaff } from '#base/access.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { StatusTone } from '#features/orders/rules/order-status.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { closeWhenOver } from '#ui/console/close-when-over.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { LateConfirmDialog } from '#ui/late-confirm-dialog.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import { momentText } from '#ui/time-texts.ts'
import type { CustomerPayment, PaidBack } from '../../api/console-customer-payments.ts'
import { refundCustomerAgain } from '../../api/console-customer-payments.ts'
import { lookAgain, paymentsQuery } from '../customer-queries.ts'
import { OwnPricesCard } from './own-prices-card.tsx'
import { PagedRows } from './paged-rows.tsx'
import { SubscriptionsCard } from './subscriptions-card.tsx'

interface RefundAgainProps {
  customerId: string
  refund: PaidBack
  onClose: () => void
}

/** Asks whether a refund that the bank did not take is to be paid to the card once more. */
function RefundAgain({ customerId, refund, onClose }: RefundAgainProps) {
  const again = useStaffAction({
    mutationFn: () =>
      callStaff(refundCustomerAgain, { params: { customerId, refundId: refund.id }, body: {} }),
    onSuccess: tellAnswer(lookAgain),
    // Somebody else may have had it paid.
    onError: closeWhenOver(lookAgain, onClose),
  })
  const amount = formatUsd(refund.cents)
  return (
    <LateConfirmDialog
      onClose={onClose}
      title={`Pay ${amount} to the card again?`}
      confirmLabel={`Pay ${amount}`}
      onConfirm={() => again.mutateAsync()}
    >
      The bank did not take the refund for “{refund.reason}”, and the money is back in the balance at Stripe.
      If it was given in another way since, do not pay it again.
    </LateConfirmDialog>
  )
}

const RefundDialog = lateDialog(() => import('./refund-dialog.tsx'), {
  frame: 'medium',
  title: 'Refund a payment',
})

const kinds: Record<CustomerPayment['kind'], string> = {
  order: 'Order',
  replace: 'Replacement',
  reinstate: 'Reinstatement',
  release: 'Paid again',
  renewal: 'Renewal',
}
const statuses: Record<CustomerPayment['status'], { word: string; tone: StatusTone }> = {
  prepared: { word: 'Not paid yet', tone: 'neutral' },
  open: { word: 'Not paid yet', tone: 'neutral' },
  paid: { word: 'Paid', tone: 'success' },
  expired: { word: 'Never paid', tone: 'neutral' },
  written_off: { word: 'Written off', tone: 'neutral' },
  voided: { word: 'Forgiven or voided', tone: 'neutral' },
}

/** What a customer has paid, what went back, and what they are billed for. */
export function PaymentsTab({ customerId }: { customerId: string }) {
  const mayRefund = mayStaff(useStaff().role, 'money.refund')
  const [refunded, setRefunded] = useState<CustomerPayment>()
  const [failed, setFailed] = useState<PaidBack>()
  return (
    <div className="flex flex-col gap-5">
      <Card flush className="overflow-hidden">
        <PagedRows
          query={useInfiniteQuery(paymentsQuery(customerId))}
          failed="The payments could not be loaded."
          empty="Nothing was paid yet"
        >
          {(rows, more) => (
            <ConsoleTable
              label="Payments"
              rows={rows}
              keyOf={({ id }) => id}
              columns={columnsFor(mayRefund ? setFailed : undefined)}
              more={more}
              {...(mayRefund && {
                actions: (payment: CustomerPayment) =>
                  payment.leftCents > 0 && (
                    <Button
                      size="small"
                      aria-label={`Refund the payment of ${momentText(payment.at)}`}
                      onClick={() => setRefunded(payment)}
                    >
                      Refund
                    </Button>
                  ),
              })}
            />
          )}
        </PagedRows>
      </Card>
      <OwnPricesCard customerId={customerId} />
      <SubscriptionsCard customerId={customerId} />
      {refunded && (
        <RefundDialog customerId={customerId} payment={refunded} onClose={() => setRefunded(undefined)} />
      )}
      {failed && <RefundAgain customerId={customerId} refund={failed} onClose={() => setFailed(undefined)} />}
    </div>
  )
}

const Ids = ({ id, paymentIntentId, subscriptionId }: CustomerPayment) => (
  <span translate="no" className="block font-mono text-label text-muted wrap-anywhere">
    {[id, paymentIntentId, subscriptionId]
      .filter((each) => each !== null)
      .map((each) => (
        <span key={each} className="block">
          {each}
        </span>
      ))}
  </span>
)

/** Of a refund whose money has not arrived, more than its sum is said. */
const outcomes: Record<string, string> = {
  pending: 'on its way',
  failed: 'did not arrive',
  again: 'paid again',
}

const disputeWords: Record<CustomerPayment['disputes'][number]['outcome'], string> = {
  inquiry: 'bank inquiry, nothing taken',
  inquiry_closed: 'bank inquiry closed, nothing taken',
  open: 'disputed at the bank',
  won: 'dispute won, kept',
  lost: 'dispute lost, taken back',
}

interface BackProps extends Pick<CustomerPayment, 'refunds' | 'disputes'> {
  /** Only for those who may give money back. */
  onAgain: ((refund: PaidBack) => void) | undefined
}

const StripeId = ({ id }: { id: string }) => (
  <span translate="no" className="block font-mono text-label text-muted">
    {id}
  </span>
)

const Back = ({ refunds, disputes, onAgain }: BackProps) =>
  refunds.length + disputes.length === 0 ? (
    '–'
  ) : (
    <ul className="flex flex-col gap-1">
      {refunds.map((refund) => {
        const { id, cents, reason, outcome, stripeRefundId } = refund
        // One that was given at Stripe is none of ours to repeat: its payment can be refunded anew.
        const isOurs = id !== stripeRefundId
        return (
          <li key={id} className="wrap-anywhere">
            {formatUsd(cents)}: {reason}
            {outcome && outcomes[outcome] && ` (${outcomes[outcome]})`}
            {stripeRefundId && <StripeId id={stripeRefundId} />}
            {outcome === 'failed' && isOurs && onAgain && (
              <Button
                size="small"
                className="mt-1"
                aria-label={`Pay the refund of ${formatUsd(cents)} again`}
                onClick={() => onAgain(refund)}
              >
                Pay again
              </Button>
            )}
          </li>
        )
      })}
      {disputes.map(({ id, cents, outcome }) => (
        <li key={id} className="wrap-anywhere">
          {formatUsd(cents)}: {disputeWords[outcome]}
          <StripeId id={id} />
        </li>
      ))}
    </ul>
  )

const columnsFor = (onAgain: BackProps['onAgain']): readonly ConsoleColumn<CustomerPayment>[] => [
  {
    id: 'kind',
    title: 'For',
    cell: (payment) => (
      <>
        <span className="block font-medium">{kinds[payment.kind]}</span>
        <Ids {...payment} />
      </>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    cell: ({ status }) => <Badge tone={statuses[status].tone}>{statuses[status].word}</Badge>,
  },
  {
    id: 'amount',
    title: 'Amount',
    align: 'right',
    cell: ({ status, paidCents, amountCents }) => formatUsd(status === 'paid' ? paidCents : amountCents),
  },
  {
    id: 'back',
    title: 'Refunds and disputes',
    cell: ({ refunds, disputes }) => <Back refunds={refunds} disputes={disputes} onAgain={onAgain} />,
  },
  { id: 'when', title: 'When', align: 'right', cell: ({ at }) => momentText(at) },
]
