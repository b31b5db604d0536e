import { useEffect } from 'react'
import { logout } from '#features/accounts/api/auth.ts'
import { call } from '../api.ts'
import { Button } from '../button.tsx'
import { clockText } from '../time-texts.ts'
import { useAction } from '../use-action.ts'
import { useUser } from './use-user.ts'

/** Leaves the customer's side, so that nothing of it stays in memory. */
const leaveFor = (customerId: string): void => window.location.replace(`/operator/customers/${customerId}`)

/** Says to staff who look as a customer whose account it is, that changes are off, and leads back. */
export default function ViewBar({ until }: { until: string }) {
  const { id, name, email } = useUser()
  const leaving = useAction({
    mutationFn: () => call(logout),
    // The page goes.
    isDone: () => true,
    onSuccess: () => leaveFor(id),
  })
  useEffect(() => {
    const timer = setTimeout(() => leaveFor(id), new Date(until).getTime() - Date.now())
    return () => clearTimeout(timer)
  }, [id, until])
  return (
    <>
      {/* What stands at the end of the page is not covered. */}
      <div aria-hidden className="h-28 shrink-0 md:h-16" />
      <aside
        aria-label="View as customer"
        className="fixed inset-x-0 bottom-0 z-40 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t bg-raised px-gutter py-2 shadow-float"
      >
        <p className="min-w-0 text-secondary wrap-anywhere">
          <strong className="font-medium">
            You’re viewing as {name}, {email}.
          </strong>{' '}
          Changes and secrets are off. Ends at {clockText(until)}.
        </p>
        <Button size="small" changes={false} loading={leaving.isPending} onClick={() => leaving.mutate()}>
          Back to the console
        </Button>
      </aside>
    </>
  )
}
