import { useQueries } from '@tanstack/react-query'
import { platformOf, platformsOfDomains } from '#features/names/rules/domain-type.ts'
import type { GroupDetails } from '#features/orders/api/groups.ts'
import { doneDomains } from '#features/orders/rules/order-actions.ts'
import { orderTypeLabel } from '#features/orders/rules/order-groups.ts'
import type { ActionDialogProps } from '#features/orders/web/shared/action-dialog-props.ts'
import { groupQuery } from '#features/orders/web/shared/orders-query.ts'
import type { Naming } from '#features/plans/rules/naming.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { failureText } from '#ui/frame/failure-text.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { EditedGroup } from './use-usernames.ts'
import { UsernamesForm } from './usernames-form.tsx'

/** Changes the people behind the mailboxes of the selected groups; who they are now comes with the details. */
export default function ChangeUsernamesDialog({ groups, onClose }: ActionDialogProps) {
  const naming = useConfig()
  const details = useQueries({ queries: groups.map(({ groupId }) => groupQuery(groupId)) })
  const loaded = details.flatMap(({ data }) => (data ? [data] : []))
  if (loaded.length === groups.length)
    return (
      <UsernamesForm
        groups={loaded.map((details) => editedOf(details, naming))}
        domains={doneDomains(groups)}
        onClose={onClose}
      />
    )
  const failed = details.find(({ error }) => error)
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Change Usernames"
      footer={
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      {failed ? (
        <EmptyState
          title="The users could not be loaded"
          action={
            <Button
              changes={false}
              loading={details.some(({ isFetching }) => isFetching)}
              onClick={() => {
                for (const { error, refetch } of details) if (error) void refetch()
              }}
            >
              Retry
            </Button>
          }
        >
          {failureText(failed.error)}
        </EmptyState>
      ) : (
        <div role="status" aria-label="Loading the users" className="space-y-2">
          {groups.slice(0, 4).map(({ groupId }) => (
            <Skeleton key={groupId} className="h-control w-full" />
          ))}
        </div>
      )}
    </Dialog>
  )
}

const isRunning = ({ status }: GroupDetails['domains'][number]) =>
  status !== 'cancelled' && status !== 'duplicate'

function editedOf(
  { groupId, orderIndex, plan, domains, userConfiguration }: GroupDetails,
  naming: Naming,
): EditedGroup {
  const running = domains.filter(isRunning)
  return {
    groupId,
    plan,
    label: `${orderTypeLabel(plan, naming)} #${orderIndex}`,
    before: userConfiguration.map(({ firstName, lastName, made }) => ({ firstName, lastName, ...made })),
    platforms: platformsOfDomains(running),
    domains: running
      .filter(({ isSpent, overlap }) => !isSpent && !overlap?.fallsUntil)
      .map(({ domainType, inboxes }) => ({ platform: platformOf[domainType], count: inboxes.wanted })),
  }
}
