import { createContext, useContext, useEffect, useState } from 'react'

interface StartedJobs {
  /** In the order they were started. */
  ids: readonly string[]
  add: (jobId: string) => void
  /** Those of which a step shows how they go. */
  inSteps: ReadonlySet<string>
  setInStep: (jobId: string, isShown: boolean) => void
}

const nothing: ReadonlySet<string> = new Set()
const Started = createContext<StartedJobs>({
  ids: [],
  add: () => {},
  inSteps: nothing,
  setInStep: () => {},
})
export const StartedJobsProvider = Started.Provider

/** Updates that were started on this page: its end tells what became of them, and of no others. */
export function useStartedJobs(): StartedJobs {
  const [ids, setIds] = useState<readonly string[]>([])
  const [inSteps, setInSteps] = useState(nothing)
  // The same one all the time: effects depend on it.
  const [setInStep] = useState(() => (jobId: string, isShown: boolean) => {
    setInSteps((before) => {
      const after = new Set(before)
      if (isShown) after.add(jobId)
      else after.delete(jobId)
      return after
    })
  })
  return {
    ids,
    add: (jobId) => setIds((known) => (known.includes(jobId) ? known : [...known, jobId])),
    inSteps,
    setInStep,
  }
}

/** Adds to what the page has started. */
export const useNoteStarted = () => useContext(Started).add

/** Those of which a step shows how they go; the page shows the others, above its steps. */
export const useInSteps = () => useContext(Started).inSteps

/** Says that a step shows how an update goes, for as long as it does. */
export function useShownInStep(jobId: string | undefined, isShown: boolean): void {
  const { setInStep } = useContext(Started)
  useEffect(() => {
    if (jobId === undefined || !isShown) return
    setInStep(jobId, true)
    return () => setInStep(jobId, false)
  }, [jobId, isShown, setInStep])
}
