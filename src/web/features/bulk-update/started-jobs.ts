import { createContext, useContext, useState } from 'react'

interface StartedJobs {
  /** In the order they were started. */
  ids: readonly string[]
  add: (jobId: string) => void
}

const Started = createContext<StartedJobs>({ ids: [], add: () => {} })
export const StartedJobsProvider = Started.Provider

/** Updates that were started on this page: its end tells what became of them, and of no others. */
export function useStartedJobs(): StartedJobs {
  const [ids, setIds] = useState<readonly string[]>([])
  return { ids, add: (jobId) => setIds((known) => (known.includes(jobId) ? known : [...known, jobId])) }
}

/** Adds to what the page has started. */
export const useNoteStarted = () => useContext(Started).add
