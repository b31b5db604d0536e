import { useEffect } from 'react'
import { brandEvent, changedEvent, liveEvents } from '#shared/api/events.ts'
import { configQuery } from '../../app-shell/config.ts'
import { setConnectionLost } from '../../app-shell/connection.ts'
import { queryClient } from '../../query-client.ts'
import { refetchOrders } from './orders-query.ts'

/** Set-up of many domains makes many events: the list is fetched at most this often. */
const quietMs = 1_000
const reopenMs = { first: 2_000, last: 60_000 }
/** A stream that ends with its session breaks off, is refused once and stands again: no word about that. */
const unspokenFailures = 2

/**
 * Keeps the orders on screen fresh. What the server sends is a hint that something has changed, never the change
 * itself; so is every connection, since events may have been missed: also between the list's answer and the first
 * one. Nobody looks at a hidden tab: its stream is closed.
 */
export function useLiveOrders(): void {
  useEffect(() => {
    let source: EventSource | undefined
    let isOver = false
    let reopenDelay = reopenMs.first
    let failures = 0
    let reopening: ReturnType<typeof setTimeout> | undefined
    let waiting: ReturnType<typeof setTimeout> | undefined

    const refetchSoon = () => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        void refetchOrders()
      }, quietMs)
    }
    const close = () => {
      clearTimeout(reopening)
      source?.close()
      source = undefined
    }
    const open = () => {
      close()
      const stream = new EventSource(liveEvents.path)
      source = stream
      stream.onopen = () => {
        reopenDelay = reopenMs.first
        failures = 0
        setConnectionLost(false)
        refetchSoon()
      }
      stream.addEventListener(changedEvent, refetchSoon)
      stream.addEventListener(brandEvent, () => void queryClient.refetchQueries(configQuery))
      stream.onerror = () => {
        failures += 1
        if (failures > unspokenFailures || !navigator.onLine) setConnectionLost(true)
        // The browser reconnects by itself unless it was refused: the session may have to be renewed, which
        // any call does.
        if (stream.readyState !== EventSource.CLOSED) return
        reopening = setTimeout(() => void refetchOrders().then(follow), reopenDelay)
        reopenDelay = Math.min(reopenDelay * 2, reopenMs.last)
      }
    }
    const follow = () => (document.hidden || isOver ? close() : open())
    // Without a network the stream is silent for minutes before it breaks off; and so would be one that is opened in
    // the moment in which the network goes. The next one is tried when it is gone.
    const waitForNetwork = () => {
      close()
      if (document.hidden) return
      setConnectionLost(true)
      reopening = setTimeout(follow, reopenMs.first)
    }

    follow()
    document.addEventListener('visibilitychange', follow)
    window.addEventListener('offline', waitForNetwork)
    window.addEventListener('online', follow)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', follow)
      window.removeEventListener('offline', waitForNetwork)
      window.removeEventListener('online', follow)
      clearTimeout(waiting)
      close()
      setConnectionLost(false)
    }
  }, [])
}
