import '#ui/block-table.css'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { LabelledCell } from '#ui/labelled-cell.tsx'
import { clockText } from '#ui/time-texts.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { type OpenSession, othersEnded } from '../rules/open-session.ts'

interface Acts {
  endOne: (id: string) => Promise<{ message: string }>
  endOthers: () => Promise<{ ended: number }>
  /** Asks for the list again. */
  lookAgain: () => Promise<void>
}

/** Where one is signed in, and the way to end it. */
export function SessionsCard({ sessions, ...acts }: Acts & { sessions: readonly OpenSession[] }) {
  const ending = useAction({
    mutationFn: acts.endOthers,
    onSuccess: async ({ ended }) => {
      toast.success(othersEnded(ended))
      await acts.lookAgain()
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
            <SessionRow key={session.id} session={session} {...acts} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function SessionRow({ session, endOne, lookAgain }: Acts & { session: OpenSession }) {
  const { id, device, address, startedAt, lastSeenAt, isThis } = session
  const ending = useAction({
    mutationFn: () => endOne(id),
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
        <span translate="no" className="block text-muted text-secondary wrap-anywhere">
          {address}
        </span>
      </th>
      <LabelledCell label="Since">{clockText(startedAt)}</LabelledCell>
      <LabelledCell label="Last seen">{clockText(lastSeenAt)}</LabelledCell>
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
