import type { AccessKind } from '#shared/bulk-update/setting-fields.ts'
import {
  type SmartleadAccount,
  smartleadMessages,
  type SmartleadUpdate as UpdateKind,
  updateProblem,
  updateToast,
} from '#shared/bulk-update/smartlead.ts'
import { ApiError } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useBulkUpdate } from './bulk-jobs.ts'
import { JobCard } from './job-card.tsx'

/** Whose accounts are changed, and with what. */
export interface SmartleadTarget {
  access: AccessKind
  credentials: { token: string } | { api_key: string }
  /** The token or key, '' while it cannot be sent. */
  secret: string
  accountIds: readonly number[]
  /** The same, as they stood when they were found. */
  accounts: readonly SmartleadAccount[]
  userEmail: string
}

/** What the request of every update begins with. */
export const targetBody = ({ credentials, accountIds, userEmail }: SmartleadTarget) => ({
  ...credentials,
  accounts: accountIds.map((id) => ({ id })),
  userEmail,
})

interface SmartleadUpdateProps {
  kind: UpdateKind
  target: SmartleadTarget
  label: string
  send: Parameters<typeof useBulkUpdate<void>>[0]['send']
  /** What is wrong with the settings. */
  problem?: string | undefined
  tags?: readonly string[]
  signature?: string
}

/** The button of one panel, and how its update goes. */
export function SmartleadUpdate({
  kind,
  target,
  label,
  send,
  problem,
  tags = [],
  signature = '',
}: SmartleadUpdateProps) {
  const update = useBulkUpdate<void>({
    send,
    onStarted: (answer) => {
      const { kind, title, message } = updateToast(answer)
      if (title) toast[kind](title, { description: message })
      else toast[kind](message)
    },
    onFailed: (error) =>
      toast.error(error instanceof ApiError ? error.message : smartleadMessages.failed[kind]),
  })
  const { secret: token, accountIds, credentials } = target
  const unavailable = updateProblem(kind, { token, accountIds, tags, signature }) ?? problem ?? false
  return (
    <div className="mt-4 flex flex-col items-start gap-3">
      <Button loading={update.isBusy} unavailable={unavailable} onClick={() => update.start()}>
        {label}
      </Button>
      {update.jobId && (
        <div className="w-full">
          <JobCard
            tool="smartlead"
            jobId={update.jobId}
            credentials={credentials}
            onRetried={update.follow}
          />
        </div>
      )}
    </div>
  )
}
