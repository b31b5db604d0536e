import { useQuery } from '@tanstack/react-query'
import { mayStaff } from '#base/access.ts'
import type { ResponseOf } from '#base/api/endpoint.ts'
import { countOf } from '#base/text/count-of.ts'
import { sentenceCase } from '#base/text/sentence-case.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { clockText } from '#ui/time-texts.ts'
import { type consoleMail, sendMailAgain } from '../api/console-mail.ts'
import { lookAtMailAgain, mailQuery } from './home-queries.ts'

type Mail = ResponseOf<typeof consoleMail>

/** Emails that reached nobody, with the relay's answer. Absent while there are none. */
export function MailCard() {
  const { data } = useQuery(mailQuery)
  const { role } = useStaff()
  const sending = useStaffAction({
    mutationFn: (id?: string) => callStaff(sendMailAgain, { body: { id } }),
    onSuccess: tellAnswer(lookAtMailAgain),
  })
  if (!data || (!data.stopped && data.givenUp.count === 0)) return null
  const { stopped, givenUp } = data
  const maySend = mayStaff(role, 'work.do')
  return (
    <Card flush className="mt-5 overflow-hidden">
      <div className="border-line border-b px-5 py-3.5">
        <CardHeader
          title="Email"
          description={stateOf(data)}
          actions={
            maySend && (
              <Button onClick={() => sending.mutate(undefined)} loading={isSending(sending, undefined)}>
                {stopped ? 'Try now' : 'Send all again'}
              </Button>
            )
          }
        />
      </div>
      <ul aria-label="Emails that were not delivered">
        {givenUp.latest.map(({ id, recipient, subject, since, problem }) => (
          <li
            key={id}
            className="flex items-start justify-between gap-3 border-line border-t px-5 py-2.5 first:border-t-0 max-sm:flex-col"
          >
            <div className="min-w-0">
              <span className="font-medium wrap-anywhere">{subject}</span>
              <p className="text-muted text-secondary wrap-anywhere">
                To <span translate="no">{recipient}</span>, {clockText(since)}
              </p>
              {problem && (
                <p translate="no" className="text-muted text-secondary wrap-anywhere">
                  {sentenceCase(problem)}
                </p>
              )}
            </div>
            {maySend && (
              <Button
                onClick={() => sending.mutate(id)}
                loading={isSending(sending, id)}
                aria-label={`Send again: ${subject}, to ${recipient}`}
              >
                Send again
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const isSending = (
  { isPending, variables }: { isPending: boolean; variables: string | undefined },
  id: string | undefined,
): boolean => isPending && variables === id

function stateOf({ stopped, waiting, givenUp }: Mail): string {
  const more = givenUp.count - givenUp.latest.length
  const failed =
    givenUp.count > 0 &&
    `${countOf(givenUp.count, 'email')} could not be delivered${more > 0 ? `; the latest ${givenUp.latest.length} are listed` : ''}.`
  return [
    stopped &&
      `The mail relay has refused every email since ${clockText(stopped.since)}. ${countOf(waiting, 'email is', 'emails are')} waiting. Next try: ${clockText(stopped.nextTryAt)}.`,
    failed,
  ]
    .filter(Boolean)
    .join(' ')
}
