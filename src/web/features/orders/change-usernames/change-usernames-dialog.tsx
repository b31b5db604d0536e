import { useQueries } from '@tanstack/react-query'
import type { GroupDetails } from '#shared/api/orders.ts'
import { doneDomains } from '#shared/order-actions.ts'
import { ApiError } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { ActionDialogProps } from '../action-dialogs.tsx'
import { groupQuery } from '../orders-query.ts'
import { UsernamesForm } from './usernames-form.tsx'

/** Changes the people behind the mailboxes of the selected groups; who they are now comes with the details. */
export default function ChangeUsernamesDialog({ groups, onClose }: ActionDialogProps) {
  const details = useQueries({ queries: groups.map(({ groupId }) => groupQuery(groupId)) })
  const loaded = details.flatMap(({ data }) => (data ? [data] : []))
  if (loaded.length === groups.length)
    return (
      <UsernamesForm
        people={loaded.flatMap(peopleOf)}
        domains={doneDomains(groups)}
        isGoogleOnly={groups.some(({ type }) => type === 'google')}
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
              loading={details.some(({ isFetching }) => isFetching)}
              onClick={() => {
                for (const { error, refetch } of details) if (error) void refetch()
              }}
            >
              Retry
            </Button>
          }
        >
          {failed.error instanceof ApiError
            ? failed.error.message
            : 'Please check your connection and try again.'}
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

const peopleOf = ({ userConfiguration }: GroupDetails) =>
  userConfiguration.map(({ firstName, lastName, azureInboxes, googleInboxes }) => ({
    firstName,
    lastName,
    azure: azureInboxes,
    google: googleInboxes,
  }))
