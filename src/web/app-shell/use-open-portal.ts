import { createCustomerPortal } from '#shared/api/payments.ts'
import { owedCents, owedText } from '#shared/money/owed-words.ts'
import { formatUsd } from '#shared/money/usd.ts'
import { call } from '../api.ts'
import { changesOff } from '../ui/changes-off.ts'
import { toast } from '../ui/toast.ts'
import { useAction } from '../ui/use-action.ts'
import { useUser } from './use-user.ts'

/** Opens the payment provider's portal in a new tab, after a question where a new card would be charged immediately. */
export function useOpenPortal(): () => void {
  const { email } = useUser()
  const portal = useAction({ mutationFn: () => call(createCustomerPortal, { body: { email } }) })
  return () => {
    const whyOff = changesOff()
    if (whyOff) return void toast.error(whyOff)
    // Opened by the press itself: browsers block a window that opens when the answer arrives.
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    portal.mutate(undefined, {
      onSuccess: ({ data: { url, owed } }) => {
        if (owed.length === 0) return tab ? tab.location.replace(url) : window.location.assign(url)
        tab?.close()
        toast.warning(`You owe ${formatUsd(owedCents(owed))}. A new card is charged for it immediately.`, {
          description: owed.map(owedText).join(', '),
          duration: Number.POSITIVE_INFINITY,
          action: {
            label: 'Continue to Payment Portal',
            onClick: () => window.open(url, '_blank', 'noopener'),
          },
        })
      },
      onError: () => tab?.close(),
    })
  }
}
