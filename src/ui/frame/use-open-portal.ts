import { formatUsd } from '#base/text/usd.ts'
import { owedCents, owedText } from '#features/billing/rules/owed-words.ts'
import { createCustomerPortal } from '#features/checkout/api/payments.ts'
import { call } from '../api.ts'
import { changesOff } from '../changes-off.ts'
import { toast } from '../toast.ts'
import { useAction } from '../use-action.ts'
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
