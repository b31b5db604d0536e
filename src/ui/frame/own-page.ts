import { useEffect } from 'react'
import type { User } from '#features/accounts/api/auth.ts'
import { viewOnlyText } from '#features/customers/rules/customer-views.ts'
import { pageOwner, setPageOwner } from '../api.ts'
import { turnChangesOff } from '../changes-off.ts'
import { queryClient } from '../query-client.ts'
import { forgetEntries } from './kept-entries.ts'
import { homePath } from './last-path.ts'
import { sessionQuery } from './session.ts'
import { hearOtherTabs } from './session-channel.ts'

/** Leaves the page for a new one, so that nothing of its customer stays on the screen or in memory. */
export function startOver(path: string = homePath): void {
  document.body.hidden = true
  window.location.replace(path)
}

/**
 * Whether the page is this customer's: the first one's who is asked for. Its calls then say so, and it starts over
 * when one of them finds another customer's session. Staff who view it as the customer change nothing from it.
 */
export function isPageOf({ id, name, viewUntil }: User): boolean {
  turnChangesOff(viewUntil && viewOnlyText(name))
  if (!pageOwner())
    setPageOwner({
      id,
      onReplaced: () => startOver(),
      onHeldUp: () => void queryClient.refetchQueries(sessionQuery),
    })
  return pageOwner()?.id === id
}

/** Follows what other tabs say: another customer has signed in, or this one has signed out. */
export function useSessionNews(): void {
  useEffect(
    () =>
      hearOtherTabs((news) => {
        if (news === null) {
          forgetEntries()
          startOver('/signin')
        } else if (news !== pageOwner()?.id) startOver()
      }),
    [],
  )
}
