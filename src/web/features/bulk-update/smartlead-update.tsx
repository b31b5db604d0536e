import type { AccountValues } from '#shared/bulk-update/account-values.ts'
import type { Pace, PacedUpdate } from '#shared/bulk-update/pace.ts'
import type { AccessKind } from '#shared/bulk-update/setting-fields.ts'
import {
  smartleadMessages,
  type SmartleadUpdate as UpdateKind,
  updateProblem,
  updateToast,
} from '#shared/bulk-update/smartlead.ts'
import { ApiError } from '../../api.ts'
import { toast } from '../../ui/toast.ts'
import { useBulkUpdate } from './bulk-jobs.ts'
import { UpdateButton, UpdateProgress } from './update-action.tsx'
import type { ChoosableAccount } from './use-account-choice.ts'

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
  pace: Pace | undefined
  userEmail: string
  /** The step stands open. */
  isOpen: boolean
}

const idsOf = ({ chosen }: SmartleadTarget): number[] => chosen.map(({ key }) => Number(key))

/** What the request of every update begins with. */
export const targetBody = (target: SmartleadTarget) => ({
  ...target.credentials,
  accounts: idsOf(target).map((id) => ({ id })),
  fetchId: target.fetchId,
  userEmail: target.userEmail,
})

interface SmartleadUpdateProps {
  kind: UpdateKind
  target: SmartleadTarget
  label: string
  send: Parameters<typeof useBulkUpdate<void>>[0]['send']
  /** What each account gets. */
  wanted: AccountValues
  /** Labels of settings that are left as they are. */
  kept?: readonly string[]
  /** What is wrong with the settings. */
  problem?: string | undefined
  tags?: readonly string[]
  signature?: string
}

const paced: Record<UpdateKind, PacedUpdate> = {
  warmup: 'settings',
  outbound: 'settings',
  tags: 'tags',
  signature: 'signature',
}

/** The button of one panel, and how its update goes. */
export function SmartleadUpdate({
  kind,
  target,
  label,
  send,
  wanted,
  kept,
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
  const { secret: token, chosen, pace, credentials } = target
  const accountIds = idsOf(target)
  return (
    <div className="mt-4 flex flex-col items-start gap-3">
      <UpdateButton
        label={label}
        update={update}
        unavailable={updateProblem(kind, { token, accountIds, tags, signature }) ?? problem ?? false}
        preview={() => ({
          tool: 'smartlead',
          accounts: chosen.map(({ current }) => ({ current, wanted })),
          kept,
          pace,
          paced: paced[kind],
        })}
        onConfirm={() => update.start()}
      />
      <div className="flex w-full flex-col gap-3 empty:hidden">
        <UpdateProgress tool="smartlead" update={update} credentials={credentials} isShown={target.isOpen} />
      </div>
    </div>
  )
}
