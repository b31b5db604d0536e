import { useSyncExternalStore } from 'react'
import { isConsoleAddress } from '#base/console-address.ts'
import { noAnswerText } from './no-answer.ts'
import { toast } from './toast.ts'

/** The file that this page runs from: its name says what it was made of, so a release has another one. */
const ownFile = new URL(import.meta.url).pathname

/** A page that runs from the same file: the console is built apart. */
const pageLikeThis = isConsoleAddress(window.location.pathname) ? '/operator/sign-in' : '/signin'

type Standing = 'same' | 'released' | 'unreachable'

let isReleased = false
const listeners = new Set<() => void>()

/** Asks the server whether it still serves what this page was made of; what is found out stays known. */
export async function askForRelease(): Promise<Standing> {
  try {
    const answer = await fetch(pageLikeThis, { cache: 'no-cache', signal: AbortSignal.timeout(10_000) })
    const page = answer.ok ? await answer.text() : ''
    // Not a page of ours: a proxy that says it is down, a network that wants a sign-in.
    if (!page.includes('id="root"')) return 'unreachable'
    if (import.meta.env.DEV || page.includes(ownFile)) return 'same'
  } catch {
    return 'unreachable'
  }
  isReleased = true
  for (const listener of listeners) listener()
  return 'released'
}

/** Whether there was a release since this page was loaded. */
export const useReleased = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isReleased,
  )

/** Loads the page again; while it cannot be reached, it is not given up for the browser's own page of failure. */
export async function reloadPage(): Promise<void> {
  if ((await askForRelease()) !== 'unreachable') window.location.reload()
  else toast.error(noAnswerText(), { id: 'unreachable' })
}
