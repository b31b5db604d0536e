import { endOtherStaffSessions, endStaffSession, type StaffSession } from '#shared/api/staff.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { sinceText } from '../../ui/time-texts.ts'
import { toast } from '../../ui/toast.ts'
import { callStaff } from '../call-staff.ts'
import { LabelledCell } from '../labelled-cell.tsx'
import { useStaffAction } from '../use-staff-action.ts'
import { lookAgain } from './account-queries.ts'

/** Where one is signed in, and the way to end it. */
export function SessionsCard({ sessions }: { sessions: readonly StaffSession[] }) {
  const ending = useStaffAction({
    mutationFn: () => callStaff(endOtherStaffSessions, { body: {} }),
    onSuccess: async ({ ended }) => {
      toast.success(ended === 1 ? 'One other session has ended.' : `${ended} other sessions have ended.`)
      await lookAgain()
    },
  })
  const hasOthers = sessions.some(({ isThis }) => !isThis)
  return (
    <Card flush>
      <div className="p-4 md:p-5">
        <CardHeader
          title="Where you are signed in"
          description="End what you do not know, then change your password."
          actions={
            hasOthers && (
              <Button size="small" loading={ending.isPending} onClick={() => ending.mutate()}>
                End all others
              </Button>
            )
          }
        />
      </div>
      <table className="block-table w-full text-left">
        <caption className="sr-only">Sessions</caption>
        <thead>
          <tr>
            <th scope="col">Device</th>
            <th scope="col">Since</th>
            <th scope="col">Last seen</th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function SessionRow({ session }: { session: StaffSession }) {
  const { id, device, address, startedAt, lastSeenAt, isThis } = session
  const ending = useStaffAction({
    mutationFn: () => callStaff(endStaffSession, { params: { id } }),
    // It goes with the list that is asked for next.
    isDone: () => true,
    onSuccess: async ({ message }) => {
      toast.success(message)
      await lookAgain()
    },
  })
  return (
    <tr>
      <th scope="row" className="font-normal">
        <span className="block font-medium wrap-anywhere">{device}</span>
        <span className="block text-muted text-secondary wrap-anywhere">{address}</span>
      </th>
      <LabelledCell label="Since">{sinceText(startedAt)}</LabelledCell>
      <LabelledCell label="Last seen">{sinceText(lastSeenAt)}</LabelledCell>
      <td>
        {isThis ? (
          <Badge tone="info">This one</Badge>
        ) : (
          <Button
            size="small"
            aria-label={`End the session of ${device}`}
            loading={ending.isPending}
            onClick={() => ending.mutate()}
          >
            End
          </Button>
        )}
      </td>
    </tr>
  )
}
