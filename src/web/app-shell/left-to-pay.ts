import { useLocation } from 'react-router'
import * as z from 'zod/mini'
import { leaveFor } from '../ui/leave-for.ts'
import { createEntries } from './kept-entries.ts'

/** Where this tab was left for a payment page, with which entries, and what came of it once it was turned back from. */
export const useLeftToPay = createEntries(
  'left-to-pay',
  z.object({ kind: z.string(), of: z.string(), path: z.string(), cancelled: z.optional(z.string()) }),
)

/** Leads to the payment page from entries that are found again after turning back from it. */
export function useLeaveToPay(kind: 'replace' | 'reinstate', of: string) {
  const [left, setLeft] = useLeftToPay()
  const { pathname, search } = useLocation()
  return {
    /** What is said of a payment that was turned back from; nothing else stays of it. */
    cancelled: left?.kind === kind && left.of === of ? left.cancelled : undefined,
    leave: (url: string) => {
      setLeft(() => ({ kind, of, path: pathname + search }))
      return leaveFor(url)
    },
    forget: () => setLeft(() => undefined),
  }
}
