import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { mayStaff } from '#base/access.ts'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { comparedText, hostLimitText } from '#features/accounts/rules/outside-recipients.ts'
import { workItemTitle } from '#features/work/rules/work-item-kinds.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { customerPath, operatorPaths } from '#ui/console/operator-paths.ts'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { OpenLink } from '#ui/console/page/open-link.tsx'
import { Timeline } from '#ui/console/page/timeline.tsx'
import { useStaff } from '#ui/console/staff-session.ts'
import { FactList } from '#ui/fact-list.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { momentText } from '#ui/time-texts.ts'
import type { ConsoleAccountPage } from '../api/console-capacity.ts'
import { accountHosts } from '../rules/account-hosts.ts'
import { AccountActs } from './account-acts.tsx'
import { AccountDomains } from './account-domains.tsx'
import { LastProbe, Left, NearLimit, SecretExpiry, StateBadge } from './capacity-columns.tsx'
import { accountQuery } from './capacity-queries.ts'

/** One tenant or Google account: what stands there, whether it works, what was done with it. */
export function AccountPage() {
  const { id: accountId = '' } = useParams()
  const query = useQuery(accountQuery(accountId))
  const { role } = useStaff()
  const page = query.data
  return (
    <ConsolePage
      title={page?.account.label ?? 'Account'}
      about={
        <Link to={operatorPaths.capacity} className="hover:underline">
          All accounts
        </Link>
      }
      actions={page && mayStaff(role, 'accounts.manage') && <AccountActs page={page} />}
    >
      <Loaded query={query} failed="The account could not be loaded." within="page">
        {(loaded) => (
          <div className="grid gap-5">
            {loaded.alarms.length > 0 && <Alarms alarms={loaded.alarms} />}
            <Facts page={loaded} />
            <AccountDomains account={loaded.account} moves={loaded.moves} />
            {loaded.beyondSold.length > 0 && <BeyondSold customers={loaded.beyondSold} />}
            {loaded.work.length > 0 && <WorkItems work={loaded.work} />}
            <Timeline title="What happened" entries={loaded.timeline} />
          </div>
        )}
      </Loaded>
    </ConsolePage>
  )
}

const useText = ({ used, capacity }: { used: number; capacity: number }) =>
  `${numberText(used)} of ${numberText(capacity)}, ${numberText(Math.max(0, capacity - used))} free`

const identityLabels: Record<keyof ConsoleAccountPage['identity'], string> = {
  tenantId: 'Directory id',
  clientId: 'Application id',
  initialDomain: 'Initial domain',
  clientEmail: 'Service account',
  adminEmail: 'Administrator',
  customerId: 'Customer id',
}

const Facts = ({ page: { account, identity, since, standing } }: { page: ConsoleAccountPage }) => (
  <Card>
    <FactList
      facts={[
        [
          'State',
          <span key="state" className="inline-flex flex-wrap items-center gap-2">
            <StateBadge {...account} />
            <span className="text-muted">
              {accountHosts[account.host].title}, here since {momentText(since)}
            </span>
          </span>,
        ],
        [
          'Domains',
          <span key="domains">
            <Link
              to={`${operatorPaths.domains}?${new URLSearchParams({ account: account.id })}`}
              className="font-medium hover:underline"
            >
              {useText(account.domains)}
            </Link>{' '}
            <span className="text-muted">{countOf(standing, 'domain')} of which something stands there</span>
          </span>,
        ],
        ['Mailboxes', useText(account.mailboxes)],
        [
          'Mails a day',
          <span key="mails" className="inline-flex flex-wrap items-center gap-2">
            {useText(account.recipientsPerDay)} <NearLimit {...account} />
          </span>,
        ],
        ...(account.hostLimit
          ? [
              [
                'Host limit',
                <span key="limit">
                  {hostLimitText(account.hostLimit)}{' '}
                  <span className="text-muted">
                    {comparedText(account.enteredRecipients, account.hostLimit)} Checked{' '}
                    {momentText(account.hostLimit.at)}.
                  </span>
                </span>,
              ] as const,
            ]
          : []),
        ['Full in', <Left key="left" {...account} />],
        ['Last asked', <LastProbe key="probe" {...account} />],
        ['Secret ends', <SecretExpiry key="secret" {...account} />],
        ...(Object.entries(identityLabels) as [keyof typeof identity, string][]).flatMap(([name, label]) => {
          const value = identity[name]
          return value
            ? [
                [
                  label,
                  <code translate="no" key={name} className="wrap-anywhere">
                    {value}
                  </code>,
                ] as const,
              ]
            : []
        }),
      ]}
    />
  </Card>
)

/** What its host says of it, before everything else: the worst first. */
const Alarms = ({ alarms }: Pick<ConsoleAccountPage, 'alarms'>) => (
  <Card aria-label="Alarms">
    <CardHeader
      title="What its host says"
      description="The same as on Home, and what is not told there yet."
    />
    <ul className="mt-3 divide-y divide-line">
      {alarms.map(({ what, mend, since }) => (
        <li key={what} className="grid gap-1 py-3">
          <p className="font-medium wrap-anywhere">{what}</p>
          <p className="max-w-prose wrap-anywhere">{mend}</p>
          {since && <p className="text-muted text-secondary">since {momentText(since)}</p>}
        </li>
      ))}
    </ul>
  </Card>
)

/** Who uses more of the host's limit than was sold. */
const BeyondSold = ({ customers }: { customers: ConsoleAccountPage['beyondSold'] }) => (
  <Card>
    <CardHeader
      title="Sending more than sold"
      description="Daily limits above the plan, as the sending tools list them. They count toward the host limit."
    />
    <ul className="mt-3 divide-y divide-line">
      {customers.map(({ customerId, email, mailboxes, perDay }) => (
        <li key={customerId} className="flex flex-wrap items-baseline gap-x-3 py-2">
          <Link
            to={customerPath(customerId)}
            translate="no"
            className="font-medium hover:underline wrap-anywhere"
          >
            {email}
          </Link>
          <span className="text-muted text-secondary">
            {numberText(perDay)} more emails a day from {countOf(mailboxes, 'mailbox', 'mailboxes')}
          </span>
        </li>
      ))}
    </ul>
  </Card>
)

const WorkItems = ({ work }: Pick<ConsoleAccountPage, 'work'>) => (
  <Card>
    <CardHeader title="Open work items" description="Asked of people about domains that are placed here." />
    <ul className="mt-3 divide-y divide-line">
      {work.map(({ id, kind, subject, since }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3 py-2">
          <OpenLink
            to={`${operatorPaths.work}?item=${id}`}
            plain="font-medium"
            className="font-medium hover:underline"
          >
            {workItemTitle(kind)}
          </OpenLink>
          <span className="wrap-anywhere">{subject}</span>
          <span className="text-muted text-secondary">since {momentText(since)}</span>
        </li>
      ))}
    </ul>
  </Card>
)

export { AccountPage as Component }
