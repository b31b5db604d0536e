import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { orderDateText } from '#features/orders/rules/order-date.ts'
import { groupQuery } from '#features/orders/web/shared/orders-query.ts'
import { Alert } from '#ui/alert.tsx'
import { ApiError } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { failureText } from '#ui/frame/failure-text.ts'
import { SkeletonText } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { cancelOrderMessages } from '../rules/cancel-order.ts'
import { type CancelAnswer, ReasonStep } from './reason-step.tsx'
import { SummaryStep } from './summary-step.tsx'

const dashboard = '/dashboard'

/** The end of an order, in two steps. The address names the group to cancel. */
export function CancelOrderPage() {
  const [query] = useSearchParams()
  const groupId = query.get('id')?.trim()
  const navigate = useNavigate()
  useEffect(() => {
    if (groupId) return
    toast.error(cancelOrderMessages.noOrder, { id: 'no-order' })
    void navigate(dashboard, { replace: true })
  }, [groupId, navigate])
  return (
    <div className="mx-auto max-w-dialog">
      {groupId ? <CancelGroup groupId={groupId} /> : <Alert>{cancelOrderMessages.noOrder}</Alert>}
    </div>
  )
}
export { CancelOrderPage as Component }

function CancelGroup({ groupId }: { groupId: string }) {
  const { data: group, error, isFetching, refetch } = useQuery(groupQuery(groupId))
  const [answer, setAnswer] = useState<CancelAnswer>({ details: '' })
  const [isConfirming, setConfirming] = useState(false)
  const navigate = useNavigate()
  const isEntrance = useLocation().key === 'default'
  const goBack = () => void (isEntrance ? navigate(dashboard) : navigate(-1))

  if (!group) {
    if (!error)
      return (
        <Card role="status" aria-label="Loading the order">
          <SkeletonText lines={6} />
        </Card>
      )
    return <NotLoaded error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  if (!group.live)
    return (
      <EmptyState
        title={cancelOrderMessages.alreadyCancelled}
        action={<ButtonLink to={dashboard}>Go to Dashboard</ButtonLink>}
      >
        {group.cancelledAt && `It was cancelled on ${orderDateText(group.cancelledAt)}.`}
      </EmptyState>
    )
  return isConfirming && answer.reason ? (
    <SummaryStep
      group={group}
      answer={{ reason: answer.reason, details: answer.details }}
      onBack={() => setConfirming(false)}
      onCancelled={() => void navigate(dashboard, { replace: true })}
    />
  ) : (
    <ReasonStep
      answer={answer}
      onChange={setAnswer}
      onGoBack={goBack}
      onContinue={() => setConfirming(true)}
    />
  )
}

interface NotLoadedProps {
  error: Error
  isRetrying: boolean
  onRetry: () => void
}

/** Why there is no order to cancel. */
function NotLoaded({ error, isRetrying, onRetry }: NotLoadedProps) {
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <EmptyState
      title={isUnknown ? error.message : 'This order could not be loaded'}
      action={
        isUnknown ? (
          <ButtonLink to={dashboard}>Go to Dashboard</ButtonLink>
        ) : (
          <Button changes={false} loading={isRetrying} onClick={onRetry}>
            Retry
          </Button>
        )
      }
    >
      {isUnknown ? 'The link may be old, or belong to another account.' : failureText(error)}
    </EmptyState>
  )
}
