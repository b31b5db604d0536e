import { queryOptions } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ResponseOf, SentBodyOf } from '#base/api/endpoint.ts'
import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import { ApiError, call, NetworkError } from '#ui/api.ts'
import { cancelList, loadList, readListed, recentLists, watchList } from '../api/loaded-lists.ts'
import { type LoadedList, listPartSize } from '../rules/loaded-list.ts'

/** How often a list that is being loaded is asked for. */
const lookEveryMs = 700

export const recentListsQuery = (tool: BulkToolId) =>
  queryOptions({
    queryKey: ['account-lists', tool],
    queryFn: ({ signal }) => call(recentLists, { query: { tool }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  })

export const listQuery = (list: LoadedList) =>
  queryOptions({
    queryKey: ['account-list', list.fetchId],
    queryFn: ({ signal }) => call(watchList, { params: { fetchId: list.fetchId }, signal }),
    initialData: list,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.status !== 'loading' || (state.error instanceof ApiError && state.error.status === 404)
        ? false
        : lookEveryMs,
    meta: { quiet: true },
  })

export const stopLoading = (fetchId: string) => call(cancelList, { params: { fetchId } })

/** By a person at a page, who knows that. */
export const isStopped = ({ status, message }: LoadedList): boolean =>
  status === 'cancelled' && message === undefined

/** All accounts of a list, a part after the other. */
export async function readAccounts({ fetchId, found }: LoadedList) {
  const accounts: Required<ResponseOf<typeof readListed>> = { instantly: [], smartlead: [] }
  for (let from = 0; from < found; from += listPartSize) {
    const { instantly = [], smartlead = [] } = await call(readListed, {
      params: { fetchId },
      query: { from },
    })
    accounts.instantly.push(...instantly)
    accounts.smartlead.push(...smartlead)
  }
  return accounts
}

/** The page was left: loading goes on without it, and nobody is there to be told. */
export class PageLeft extends Error {}

/** A list that this page has asked for: how far it is, for as long as it is being loaded. */
export function useListLoading() {
  const [list, setList] = useState<LoadedList>()
  const [isCutOff, setCutOff] = useState(false)
  const page = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    page.current = controller
    return () => controller.abort()
  }, [])

  /** Once no server was found, what is known stays: loading goes on without the page. */
  async function look(now: LoadedList, signal: AbortSignal): Promise<LoadedList> {
    try {
      const next = await call(watchList, { params: { fetchId: now.fetchId }, signal })
      setCutOff(false)
      return next
    } catch (error) {
      if (signal.aborted || !(error instanceof NetworkError)) throw error
      setCutOff(true)
      return now
    }
  }

  /** Resolves when loading has ended, however it has. */
  async function load(body: SentBodyOf<typeof loadList>): Promise<LoadedList> {
    const { signal } = page.current
    try {
      let now = await call(loadList, { body })
      while (now.status === 'loading') {
        setList(now)
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
        signal.throwIfAborted()
        now = await look(now, signal)
      }
      return now
    } catch (error) {
      throw signal.aborted ? new PageLeft() : error
    } finally {
      setList(undefined)
    }
  }
  return { list, isCutOff, load }
}
