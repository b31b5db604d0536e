import { createCustomerPortal } from '#shared/api/payments.ts'
import { call } from '../api.ts'
import { useAction } from '../ui/use-action.ts'
import { useUser } from './use-user.ts'

/** Opens the payment provider's portal in a new tab. */
export function useOpenPortal(): () => void {
  const { email } = useUser()
  const portal = useAction({ mutationFn: () => call(createCustomerPortal, { body: { email } }) })
  return () => {
    // Opened by the press itself: browsers block a window that opens when the answer arrives.
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    portal.mutate(undefined, {
      onSuccess: ({ data }) => (tab ? tab.location.replace(data.url) : window.location.assign(data.url)),
      onError: () => tab?.close(),
    })
  }
}
