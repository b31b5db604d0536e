import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { clockText, momentText } from '#ui/time-texts.ts'
import type { CustomerSession } from '../../api/console-customer.ts'
import { endCustomerSession, endCustomerSessions } from '../../api/console-customer-acts.ts'
import { lookAgain } from '../customer-queries.ts'

interface SessionsCardProps {
  customerId: string
  sessions: readonly CustomerSession[]
  mayEnd: boolean
}

/** Where the customer's people are signed in, and the way to end it. */
export function SessionsCard({ customerId, sessions, mayEnd }: SessionsCardProps) {
  const ending = useStaffAction({
    mutationFn: () => callStaff(endCustomerSessions, { params: { customerId }, body: {} }),
    onSuccess: tellAnswer(lookAgain),
  })
  return (
    <Card flush className="overflow-hidden">
      <div className="p-4 md:p-5">
        <CardHeader
          title="Sessions"
          description="Where they are signed in."
          actions={
            mayEnd &&
            sessions.length > 0 && (
              <Button size="small" loading={ending.isPending} onClick={() => ending.mutate()}>
                End all
              </Button>
            )
          }
        />
      </div>
      {sessions.length === 0 ? (
        <EmptyState title="They are signed in nowhere" />
      ) : (
        <ConsoleTable
          label="Sessions"
          rows={sessions}
          keyOf={({ id }) => id}
          columns={columns}
          {...(mayEnd && {
            actions: (session: CustomerSession) => <EndSession customerId={customerId} session={session} />,
          })}
        />
      )}
    </Card>
  )
}

function EndSession({ customerId, session }: { customerId: string; session: CustomerSession }) {
  const ending = useStaffAction({
    mutationFn: () => callStaff(endCustomerSession, { params: { customerId, sessionId: session.id } }),
    // It goes with the list that is asked for next.
    isDone: () => true,
    onSuccess: tellAnswer(lookAgain),
  })
  return (
    <Button
      size="small"
      aria-label={`End the session of ${session.name} since ${momentText(session.startedAt)}`}
      loading={ending.isPending}
      onClick={() => ending.mutate()}
    >
      End
    </Button>
  )
}

const columns: readonly ConsoleColumn<CustomerSession>[] = [
  {
    id: 'who',
    title: 'Who',
    cell: ({ email }) => (
      <span translate="no" className="wrap-anywhere">
        {email}
      </span>
    ),
  },
  {
    id: 'from',
    title: 'From',
    cell: ({ address }) => <span className="text-muted wrap-anywhere">{address ?? 'Not known'}</span>,
  },
  { id: 'since', title: 'Since', align: 'right', cell: ({ startedAt }) => clockText(startedAt) },
  { id: 'used', title: 'Last used', align: 'right', cell: ({ lastUsedAt }) => clockText(lastUsedAt) },
]
