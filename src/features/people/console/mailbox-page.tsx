import { useQuery } from '@tanstack/react-query'
import { PlugZap, RefreshCw } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { mayStaff } from '#base/access.ts'
import { retryConsoleDomains } from '#features/domains/api/console-domains.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { customerPath, domainPath, orderPath } from '#ui/console/operator-paths.ts'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { Timeline } from '#ui/console/page/timeline.tsx'
import { useStaff } from '#ui/console/staff-session.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { FactList } from '#ui/fact-list.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { SecretField } from '#ui/secret-field.tsx'
import { momentText } from '#ui/time-texts.ts'
import { toast } from '#ui/toast.ts'
import type { ConsoleMailboxPage } from '../api/console-mailboxes.ts'
import { reconnectConsoleMailbox, revealConsolePassword } from '../api/console-mailboxes.ts'
import { ChainTable } from './chain-table.tsx'
import { lookAtMailboxesAgain, mailboxQuery } from './mailbox-queries.ts'
import { UnheldPassword } from './unheld-password.tsx'

interface MailboxActsProps {
  mailboxId: string
  page: ConsoleMailboxPage
}

/** What staff may do about one mailbox: have it brought in again, and have all of its domain looked at. */
function MailboxActs({ mailboxId, page }: MailboxActsProps) {
  const reconnecting = useStaffAction({
    mutationFn: () => callStaff(reconnectConsoleMailbox, { params: { mailboxId }, body: {} }),
    onSuccess: tellAnswer(lookAtMailboxesAgain),
  })
  const looking = useStaffAction({
    mutationFn: () => callStaff(retryConsoleDomains, { body: { ids: [page.domain.id], looksAnew: true } }),
    onSuccess: async ({ done }) => {
      if (done === 0) toast.error('No paid order holds its domain any more.')
      else toast.success(`Everything about ${page.domain.name} is being looked at.`)
      await lookAtMailboxesAgain()
    },
  })
  return (
    <>
      <Button icon={<RefreshCw />} loading={looking.isPending} onClick={() => looking.mutate()}>
        Look now
      </Button>
      <Button
        variant="primary"
        icon={<PlugZap />}
        loading={reconnecting.isPending}
        unavailable={page.reconnect.refusal ?? false}
        onClick={() => reconnecting.mutate()}
      >
        Reconnect
      </Button>
    </>
  )
}

/** Hidden until it is asked for; who read it is noted with their name. */
function MailboxPassword({ mailboxId }: { mailboxId: string }) {
  const revealing = useStaffAction({
    mutationFn: () => callStaff(revealConsolePassword, { params: { mailboxId }, body: {} }),
  })
  return (
    <SecretField
      label="the password"
      masked="••••••••"
      reveal={async () => (await revealing.mutateAsync()).value}
    />
  )
}

/** One mailbox: why it is not sending, and what helps. */
export function MailboxPage() {
  const { id: mailboxId = '' } = useParams()
  const query = useQuery(mailboxQuery(mailboxId))
  const { role } = useStaff()
  const page = query.data
  return (
    <ConsolePage
      title={page?.address ?? 'Mailbox'}
      about={
        page && (
          <Link to={domainPath(page.domain.id)} className="hover:underline">
            {page.domain.name}
          </Link>
        )
      }
      actions={page && mayStaff(role, 'domains.manage') && <MailboxActs mailboxId={mailboxId} page={page} />}
    >
      <Loaded query={query} failed="The mailbox could not be loaded." within="page">
        {(loaded) => <MailboxParts mailboxId={mailboxId} page={loaded} />}
      </Loaded>
    </ConsolePage>
  )
}

const MailboxParts = ({ mailboxId, page }: { mailboxId: string; page: ConsoleMailboxPage }) => (
  <div className="grid gap-5">
    <Card>
      <p className="text-card-title wrap-anywhere">{page.sentence.what}</p>
      <p className="mt-1 text-muted">{page.sentence.canDo}</p>
      <MailboxFacts mailboxId={mailboxId} page={page} />
    </Card>
    <Card flush className="overflow-clip">
      <div className="p-4 pb-2 md:px-5">
        <CardHeader title="What it takes to send" description="Each holds up those that follow." />
      </div>
      <ChainTable chain={page.chain} />
    </Card>
    {page.dns.length > 0 && <Records dns={page.dns} />}
    <Timeline title="What was done" entries={page.timeline} />
  </div>
)

function MailboxFacts({ mailboxId, page }: { mailboxId: string; page: ConsoleMailboxPage }) {
  const { role } = useStaff()
  const { person, customer, orderId, companyName, tool, dailyLimit, lastSignAt, hasPassword, isUnheld } = page
  return (
    <FactList
      className="mt-4"
      facts={[
        ['Person', person],
        [
          'Customer',
          <Link key="customer" to={customerPath(customer.id)} className="font-medium hover:underline">
            {customer.name}
          </Link>,
        ],
        [
          'Order',
          <Link key="order" to={orderPath(orderId)} className="font-medium hover:underline">
            {companyName}
          </Link>,
        ],
        ['Sending tool', tool],
        ['Daily limit', `${dailyLimit} emails, warm-up on, as set when it is connected`],
        ['Last sign of life', lastSignAt ? `${momentText(lastSignAt)}, listed by ${tool}` : 'none yet'],
        ...(hasPassword && mayStaff(role, 'secrets.reveal')
          ? [['Password', <MailboxPassword key="password" mailboxId={mailboxId} />] as const]
          : []),
        ...(isUnheld
          ? [
              [
                'Password',
                <UnheldPassword
                  key="unheld"
                  mailboxId={mailboxId}
                  maySet={mayStaff(role, 'secrets.reveal')}
                />,
              ] as const,
            ]
          : []),
      ]}
    />
  )
}

const Records = ({ dns }: { dns: ConsoleMailboxPage['dns'] }) => (
  <Card>
    <CardHeader title="DNS" description="What is wanted, and when all of it was seen from outside." />
    <FactList
      className="mt-2"
      facts={dns.map(({ label, wanted, seenAt }, index) => [
        `${index + 1}. ${label}`,
        <span key="value" className="grid gap-0.5">
          <code translate="no" className="wrap-anywhere text-secondary">
            {wanted}
          </code>
          <span className="text-muted text-secondary">
            {seenAt ? `seen ${momentText(seenAt)}` : 'not seen as wanted yet'}
          </span>
        </span>,
      ])}
    />
  </Card>
)

export { MailboxPage as Component }
