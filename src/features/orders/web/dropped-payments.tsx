import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { DroppedPayment } from '#features/checkout/api/ended-payments.ts'
import { dismissDropped } from '#features/checkout/api/payments.ts'
import { Alert } from '#ui/alert.tsx'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { useAction } from '#ui/use-action.ts'
import { askActionPath } from '../rules/asked-action.ts'
import { useLeft } from './shared/kept-dialog.tsx'
import { refetchOrders } from './shared/orders-query.ts'

const shown = 20

const whats = {
  order: 'ordered',
  replace: 'replaced',
  reinstate: 'reinstated',
} as const

const buttons = {
  order: 'Order again',
  replace: 'Replace again',
  reinstate: 'Reinstate again',
} as const

interface DroppedPaymentsProps {
  dropped: readonly DroppedPayment[]
}

/** Payment pages that ended for smaller ones: what nothing pays for now, and the way to pay for it after all. */
const DroppedPayments = ({ dropped }: DroppedPaymentsProps) => (
  <div className="mb-5 flex flex-col gap-3 wrap-anywhere">
    {dropped.map((each) => (
      <DroppedNotice key={each.checkoutId} dropped={each} />
    ))}
  </div>
)

export default DroppedPayments

function DroppedNotice({
  dropped: { checkoutId, kind, cents, names, domains, isRefused, orderId, replacements },
}: {
  dropped: DroppedPayment
}) {
  const dismissing = useAction({
    mutationFn: () => call(dismissDropped, { body: { checkoutId } }),
    onSuccess: () => refetchOrders(),
  })
  const [, setLeft] = useLeft()
  /** The dialog opens with the names that were chosen. */
  const prefill = () => {
    if (kind !== 'replace' || !orderId) return
    const request = replacements.map((each) => ({ ...each, isUserAdded: false }))
    setLeft(() => ({ of: ['replaceDomains', orderId], entries: { option: 'purchase', request } }))
  }
  return (
    <Alert
      tone="warning"
      title={isRefused ? 'A bank payment failed' : 'A payment page was closed'}
      action={
        <span className="flex flex-wrap gap-2">
          <ButtonLink size="small" to={pathOf(kind, orderId)} onClick={prefill}>
            {buttons[kind]}
          </ButtonLink>
          <Button
            size="small"
            variant="quiet"
            loading={dismissing.isPending}
            onClick={() => dismissing.mutate()}
          >
            Dismiss
          </Button>
        </span>
      }
    >
      The payment of {formatUsd(cents)} was not made{isRefused && ': your bank did not pay it'}, and{' '}
      {domains === 1 ? 'this domain was not' : `these ${countOf(domains, 'domain')} were not`} {whats[kind]}:{' '}
      {names.slice(0, shown).join(', ')}
      {domains > shown && `, and ${domains - shown} more`}.
    </Alert>
  )
}

function pathOf(kind: DroppedPayment['kind'], orderId: string | null): string {
  if (kind === 'order' || !orderId) return '/choose-plan'
  if (kind === 'replace') return askActionPath(orderId, 'replaceDomains')
  return askActionPath(orderId, 'reinstate')
}
