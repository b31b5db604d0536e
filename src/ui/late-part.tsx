import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

/** What is drawn in the place of a part whose code did not arrive is told, beside the part's own props. */
export interface Missed {
  isRetrying: boolean
  onRetry: () => void
}

interface Stead<P> {
  /** Drawn until the code is there. */
  Waiting?: ComponentType<P>
  /** Drawn where the code did not arrive. */
  Missing: ComponentType<P & Missed>
}

const unfetched = new Set<() => Promise<unknown>>()

/** Has code that is needed later be fetched along with late parts. */
export function fetchLater(load: () => Promise<unknown>): void {
  unfetched.add(load)
}

/**
 * A part whose code is fetched when it is first drawn, or before when there is time (`fetchLateParts`). What stands in
 * its place comes with the page that uses it: a press is answered at once, and where the code does not arrive the part
 * says so itself and can be asked for again.
 */
export function latePart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { Waiting, Missing }: Stead<NoInfer<P>>,
): ComponentType<P> {
  let Part: ComponentType<P> | undefined
  const fetchPart = async () => {
    const module = await load()
    // Once: it is fetched again while the page is idle, and another component would begin anew what is entered in this one.
    Part ??= module.default
  }
  unfetched.add(fetchPart)

  return function LatePart(props: P) {
    const [state, setState] = useState<'waiting' | 'missing' | 'retrying' | 'here'>('waiting')
    useEffect(() => {
      if (Part || state === 'missing') return
      let isGone = false
      const end = (next: 'here' | 'missing') => () => {
        if (!isGone) setState(next)
      }
      fetchPart().then(end('here'), end('missing'))
      return () => {
        isGone = true
      }
    }, [state])
    if (Part) return <Part {...props} />
    if (state === 'waiting') return Waiting ? <Waiting {...props} /> : null
    return <Missing {...props} isRetrying={state === 'retrying'} onRetry={() => setState('retrying')} />
  }
}

/** Fetches what has not been asked for yet, one part after another, whenever the page has nothing better to do. */
export async function fetchLateParts(): Promise<void> {
  for (const load of [...unfetched]) {
    await whenIdle()
    // What does not arrive says so where it is used.
    await load().then(
      () => unfetched.delete(load),
      () => {},
    )
  }
}
