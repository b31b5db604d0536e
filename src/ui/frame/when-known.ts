import type { DataRouter } from 'react-router'
import { queryClient } from '../query-client.ts'
import { configQuery } from './config.ts'

/** What a page shows is worth so long a wait: its frame would be drawn twice. */
const patienceMs = 500

/**
 * Once the page that was asked for can be drawn as it stays: its code, who is there, what the operator decides and, if
 * that is soon, what it shows have arrived, or it is certain that one of them does not. Drawn then in one go, it is not
 * made in the short pieces that React gives to what may be interrupted: on a slow processor each costs a frame.
 */
export async function whenKnown(router: DataRouter, whoIsThere: Promise<unknown>): Promise<void> {
  await Promise.allSettled([whoIsThere, queryClient.ensureQueryData(configQuery), routed(router)])
  await Promise.race([fetched(), new Promise((resolve) => setTimeout(resolve, patienceMs))])
}

const fetched = (): Promise<void> =>
  new Promise((resolve) => {
    if (queryClient.isFetching() === 0) return resolve()
    const unsubscribe = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.isFetching() > 0) return
      unsubscribe()
      resolve()
    })
  })

const routed = (router: DataRouter): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return
      unsubscribe()
      resolve()
    })
  })
