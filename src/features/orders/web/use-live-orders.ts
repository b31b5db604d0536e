import { useEffect } from 'react'
import { configQuery } from '#ui/frame/config.ts'
import { setConnectionLost } from '#ui/frame/connection.ts'
import { useUser } from '#ui/frame/use-user.ts'
import { queryClient } from '#ui/query-client.ts'
import { brandEvent } from '../api/events.ts'
import { refetchOrders } from './shared/orders-query.ts'
import { followStream, type StreamNews } from './shared-stream.ts'

/** Set-up of many domains makes many events: the list is fetched at most this often. */
const quietMs = 1_000

/**
 * Keeps the orders on screen fresh. What the server sends is a hint that something has changed, never the change
 * itself; so is every connection, since events may have been missed: also between the list's answer and the first
 * one. Nobody looks at a hidden window, nor at one that is frozen or left, which is hidden first: it leaves the stream
 * to others.
 */
export function useLiveOrders(): void {
  const { id, viewUntil } = useUser()
  // Staff who look as a customer have a session of their own.
  const account = viewUntil ? `${id}.viewed` : id
  useEffect(() => {
    let leave: (() => void) | undefined
    let waiting: ReturnType<typeof setTimeout> | undefined

    const refetchSoon = () => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        void refetchOrders()
      }, quietMs)
    }
    const hear = (news: StreamNews) => {
      if (news === 'lost') return setConnectionLost(true)
      if (news === brandEvent) return void queryClient.refetchQueries(configQuery)
      if (news === 'stands') setConnectionLost(false)
      refetchSoon()
    }
    const follow = () => {
      leave?.()
      leave = document.hidden ? undefined : followStream(account, { hear, renew: refetchOrders })
    }

    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      leave?.()
      clearTimeout(waiting)
      setConnectionLost(false)
    }
  }, [account])
}
