import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { buttonClass } from '#ui/button.tsx'

/** The part of the address that opens an update's results. */
export const jobParam = 'job'

/** Opens what became of each account of an update. */
export function JobLink({ jobId, children }: { jobId: string; children: ReactNode }) {
  const [search] = useSearchParams()
  // It stands open already.
  if (search.get(jobParam) === jobId) return null
  const opened = new URLSearchParams(search)
  opened.set(jobParam, jobId)
  return (
    <Link
      to={{ search: opened.toString() }}
      replace
      preventScrollReset
      className={buttonClass('secondary', 'small')}
    >
      {children}
    </Link>
  )
}
