import { useSearchParams } from 'react-router'
import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import { lateDialog } from '#ui/late-dialog.tsx'
import type { RetryCredentials } from './bulk-jobs.ts'
import { jobParam } from './job-link.tsx'

const OpenJob = lateDialog(() => import('./open-job.tsx'), { frame: 'wide', title: 'Update' })

interface JobDialogProps {
  tool: BulkToolId
  credentials: RetryCredentials
}

/** The update that the address names. */
export function JobDialog({ tool, credentials }: JobDialogProps) {
  const [search, setSearch] = useSearchParams()
  const jobId = search.get(jobParam)
  const show = (next: string | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === null) after.delete(jobParam)
        else after.set(jobParam, next)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  if (jobId === null) return null
  return (
    <OpenJob
      key={jobId}
      tool={tool}
      jobId={jobId}
      credentials={credentials}
      onShow={show}
      onClose={() => show(null)}
    />
  )
}
