import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, NetworkError } from '#ui/api.ts'
import { checkConnecting, nextToConnect, openSignInPage } from '../../api/connecting.ts'
import type { LastEnd, Round } from './round.ts'

/** Tools ask for three to five seconds. */
const checkEveryMs = 4_000

/** Whether what the page was opened for is over. */
export const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 403

/** What the line has lost is asked for again by itself; what was refused is not. */
const againWhenOffline = ({ state }: { state: { error: Error | null } }): number | false =>
  state.error instanceof NetworkError && checkEveryMs

const asked = {
  meta: { quiet: true },
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: againWhenOffline,
  // The person is in the other tab.
  refetchIntervalInBackground: true,
}

/** One mailbox: it is held, its sign-in page opened, and the tool asked until it says what became of it. */
export function useTurn(pass: string, seat: string, { turn, passed }: Round) {
  const [pageTries, setPageTries] = useState(0)
  const params = { pass }
  const key = ['connecting', pass, turn]
  const next = useQuery({
    queryKey: [...key, 'next'],
    queryFn: () => call(nextToConnect, { params, body: { seat, except: [...passed] } }),
    placeholderData: keepPreviousData,
    ...asked,
    refetchInterval: (query) => {
      const { mailbox, progress } = query.state.data ?? {}
      if (mailbox !== null || !progress) return againWhenOffline(query)
      // One that is being written to at that moment is passed over: it is there a moment later.
      if (progress.left > 0) return 1_000
      return progress.settingUp > 0 ? checkEveryMs : againWhenOffline(query)
    },
  })
  const mailbox = next.isPlaceholderData ? undefined : next.data?.mailbox
  const held = { params, body: { seat, mailbox: mailbox?.id ?? '' } }
  const page = useQuery({
    queryKey: [...key, 'page', pageTries],
    queryFn: () => call(openSignInPage, held),
    enabled: Boolean(mailbox),
    ...asked,
    // It opens as soon as there is nothing to wait for any more.
    refetchInterval: (query) =>
      query.state.data?.state === 'setting_up' ? checkEveryMs : againWhenOffline(query),
  })
  const check = useQuery({
    queryKey: [...key, 'check'],
    queryFn: () => call(checkConnecting, held),
    enabled: page.data?.state === 'open',
    ...asked,
    refetchInterval: ({ state }) => (isOver(state.error) || endOf(state.data) ? false : checkEveryMs),
    refetchOnWindowFocus: 'always',
  })
  return {
    /** Undefined while it is fetched; null when there is none. */
    mailbox,
    /** What every call about the mailbox that is held sends. */
    held,
    progress: next.data?.progress,
    next,
    page,
    renewPage: () => setPageTries(pageTries + 1),
    /** Signed in to: the tool is setting it up. */
    isBeingSetUp: [page.data?.state, check.data?.state].includes('setting_up'),
    /** Something of it is over, or does not answer. */
    error: next.error ?? page.error ?? check.error,
    /** How the sign-in ended, once it has. */
    end: endOf(page.data) ?? endOf(check.data),
  }
}

interface Told {
  state: LastEnd['state'] | 'open' | 'pending' | 'setting_up'
  reason: string | null
}

function endOf(told: Told | undefined): Omit<LastEnd, 'address'> | undefined {
  if (!told || told.state === 'open' || told.state === 'pending' || told.state === 'setting_up')
    return undefined
  return { state: told.state, reason: told.reason }
}
