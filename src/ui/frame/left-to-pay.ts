import { useLocation } from 'react-router'
import { leaveFor } from '../leave-for.ts'
import { createEntries } from './kept-entries.ts'

interface LeftToPay {
  kind: string
  of: string
  path: string
  cancelled?: string
}

/**
 * Where this tab was left for a payment page, with which entries, and what came of it once it was turned back from. Read
 * without the library of schemas, which the dashboard does not have to wait for.
 */
export const useLeftToPay = createEntries<LeftToPay>('left-to-pay', {
  safeParse: (kept) => {
    const { kind, of, path, cancelled } = (kept ?? {}) as Partial<Record<keyof LeftToPay, unknown>>
    return typeof kind === 'string' && typeof of === 'string' && typeof path === 'string'
      ? { success: true, data: { kind, of, path, ...(typeof cancelled === 'string' && { cancelled }) } }
      : { success: false }
  },
})

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
