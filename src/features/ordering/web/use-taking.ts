import { useEffect, useRef, useState } from 'react'
import { domainAvailabilityMessages } from '#features/names/rules/domain-availability.ts'
import { askRegistrar } from '#features/names/web/ask-registrar.ts'
import { ApiError } from '#ui/api.ts'
import { failureText, isTold } from '#ui/frame/failure-text.ts'
import { toast } from '#ui/toast.ts'

/** Where the taking of a name stands, or why it came to nothing. */
export type Taking =
  | { state: 'asking' }
  /** It is not available. */
  | { state: 'refused'; reason: string }
  /** Nobody could say: it can be tried again. */
  | { state: 'unknown'; reason: string }

const unknownReasons = {
  away: 'The registrar is not answering. Please try again in a few minutes.',
  slow: 'The registrar takes too long. Please try again.',
}

/** Has the registrar asked about each name that is taken; `onFree` gets those that are available. */
export function useTaking(onFree: (name: string) => void) {
  const [takings, setTakings] = useState<ReadonlyMap<string, Taking>>(new Map())
  const asking = useRef(new Set<string>())
  const stop = useRef<AbortController>(undefined)
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    return () => controller.abort()
  }, [])

  const note = (name: string, taking: Taking | undefined) =>
    setTakings((present) => {
      const next = new Map(present)
      if (taking) next.set(name, taking)
      else next.delete(name)
      return next
    })

  async function take(name: string): Promise<void> {
    const signal = stop.current?.signal
    if (asking.current.has(name) || signal?.aborted) return
    asking.current.add(name)
    note(name, { state: 'asking' })
    const outcome = await outcomeOf(name, signal)
    asking.current.delete(name)
    if (signal?.aborted) return
    note(name, outcome)
    if (!outcome) onFree(name)
  }

  return {
    takings,
    /** Names whose answers are on their way. */
    asked: [...takings].flatMap(([name, { state }]) => (state === 'asking' ? [name] : [])),
    take: (name: string) => void take(name),
  }
}

/** Undefined when the name is available. */
async function outcomeOf(name: string, signal?: AbortSignal): Promise<Taking | undefined> {
  try {
    const [answer] = (await askRegistrar([name], 'purchase', signal)) ?? []
    if (answer?.available) return undefined
    if (!answer) return { state: 'unknown', reason: domainAvailabilityMessages.verifyFailed }
    if (answer.checking)
      return { state: 'unknown', reason: unknownReasons[answer.registrarAway ? 'away' : 'slow'] }
    return { state: 'refused', reason: answer.message || domainAvailabilityMessages.taken }
  } catch (error) {
    if (!isTold(error)) return { state: 'unknown', reason: domainAvailabilityMessages.verifyFailed }
    const againAt = againAtOf(error)
    if (againAt === undefined) return { state: 'unknown', reason: failureText(error) }
    tellWhenAgain(againAt)
    return { state: 'unknown', reason: `${failureText(error)} ${domainAvailabilityMessages.toldAgain}` }
  }
}

/** When a customer who has had too many names checked may go on. */
function againAtOf(error: unknown): number | undefined {
  const details =
    error instanceof ApiError && error.code === 'rate_limited'
      ? (error.details as { againAt?: string } | undefined)
      : undefined
  return details?.againAt ? Date.parse(details.againAt) : undefined
}

let telling: ReturnType<typeof setTimeout> | undefined
/** Once, on whatever page they are by then. */
function tellWhenAgain(againAt: number): void {
  clearTimeout(telling)
  telling = setTimeout(
    () => toast.success(domainAvailabilityMessages.again, { id: 'checks-again' }),
    Math.max(0, againAt - Date.now()),
  )
}
