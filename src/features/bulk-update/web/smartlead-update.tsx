import type { ReactNode } from 'react'
import { ApiError } from '#ui/api.ts'
import { toast } from '#ui/toast.ts'
import type { Pace } from '../rules/pace.ts'
import type { AccessKind } from '../rules/setting-fields.ts'
import {
  smartleadMessages,
  type SmartleadUpdate as UpdateKind,
  updateProblem,
  updateToast,
} from '../rules/smartlead.ts'
import { useBulkUpdate } from './bulk-jobs.ts'
import { AmongSteps } from './bulk-update-frame.tsx'
import type { PlannedUpdate } from './planned-update.ts'
import { UpdateButton, UpdateProgress } from './update-action.tsx'
import type { ChoosableAccount } from './use-account-choice.ts'
import type { SmartleadPlans } from './use-smartlead-plans.ts'

/** Whose accounts are changed, and with what. */
export interface SmartleadTarget {
  access: AccessKind
  credentials: { token: string } | { api_key: string }
  /** The token or key, '' while it cannot be sent. */
  secret: string
  /** The accounts to be updated. */
  chosen: readonly ChoosableAccount[]
  /** The search that found them. */
  fetchId: string | undefined
  /** Positions of its accounts that are left as they are. */
  leftOut: string
  pace: Pace | undefined
  userEmail: string
  /** The step stands open. */
  isOpen: boolean
  /** What these updates would change. */
  summaryOf: (plans: readonly PlannedUpdate[]) => ReactNode
}

/** What each panel of step 4 is given. */
export interface SmartleadPanelProps {
  target: SmartleadTarget
  entered: SmartleadPlans
}

const idsOf = ({ chosen }: SmartleadTarget): number[] => chosen.map(({ key }) => Number(key))

/** What the request of every update begins with. */
export const targetBody = (target: SmartleadTarget) => ({
  ...target.credentials,
  fetchId: target.fetchId,
  leftOut: target.leftOut,
  userEmail: target.userEmail,
})

interface SmartleadUpdateProps {
  kind: UpdateKind
  target: SmartleadTarget
  plan: PlannedUpdate
  send: Parameters<typeof useBulkUpdate<void>>[0]['send']
  tags?: readonly string[]
  signature?: string
}

/** The button of one panel, and how its update goes. */
export function SmartleadUpdate({
  kind,
  target,
  plan,
  send,
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
    failed: smartleadMessages.failed[kind],
    onRefused: (error) =>
      toast.error(error instanceof ApiError ? error.message : smartleadMessages.failed[kind]),
  })
  const { secret: token, credentials } = target
  const accountIds = idsOf(target)
  return (
    <div className="mt-4 flex flex-col items-start gap-3">
      <AmongSteps>
        <div className="w-full">{target.summaryOf([plan])}</div>
      </AmongSteps>
      <UpdateButton
        plan={plan}
        update={update}
        unavailable={updateProblem(kind, { token, accountIds, tags, signature }) ?? plan.problem ?? false}
        onConfirm={() => update.start()}
      />
      <div className="flex w-full flex-col gap-3 empty:hidden">
        <UpdateProgress tool="smartlead" update={update} credentials={credentials} isShown={target.isOpen} />
      </div>
    </div>
  )
}
