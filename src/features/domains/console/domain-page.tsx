import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { mayStaff } from '#base/access.ts'
import { StateWord } from '#features/health/web/parts/state-word.tsx'
import { platformContents } from '#features/plans/rules/catalog.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { workItemTitle } from '#features/work/rules/work-item-kinds.ts'
import { Alert } from '#ui/alert.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import {
  accountPath,
  customerPath,
  domainHealthPath,
  mailboxPath,
  operatorPaths,
  orderPath,
} from '#ui/console/operator-paths.ts'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { OpenLink } from '#ui/console/page/open-link.tsx'
import { Sentence } from '#ui/console/page/sentence.tsx'
import { Timeline } from '#ui/console/page/timeline.tsx'
import { useStaff } from '#ui/console/staff-session.ts'
import { FactList } from '#ui/fact-list.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { momentText } from '#ui/time-texts.ts'
import type { ConsoleDomainPage } from '../api/console-domains.ts'
import { spentLabel } from '../rules/place-label.ts'
import { standstills } from '../rules/standstill.ts'
import { DomainActs } from './domain-acts.tsx'
import { domainQuery } from './domain-queries.ts'
import { FactsTable } from './facts-table.tsx'

/** One domain: what is so, why, what is known of it, what happened. */
export function DomainPage() {
  const { id: domainId = '' } = useParams()
  const query = useQuery(domainQuery(domainId))
  const { role } = useStaff()
  const page = query.data
  return (
    <ConsolePage
      title={page?.domain.name ?? 'Domain'}
      about={
        <Link to={operatorPaths.domains} className="hover:underline">
          All domains
        </Link>
      }
      actions={page && mayStaff(role, 'domains.manage') && <DomainActs page={page} />}
    >
      <Loaded query={query} failed="The domain could not be loaded." within="page">
        {(loaded) => <DomainParts page={loaded} />}
      </Loaded>
    </ConsolePage>
  )
}

const DomainParts = ({ page }: { page: ConsoleDomainPage }) => (
  <div className="grid gap-5">
    <Card>
      <Sentence {...page.sentence} since={page.domain.since} />
      <Accusations page={page} />
      <DomainFacts page={page} />
    </Card>
    {page.facts.length > 0 && (
      <Card flush className="overflow-clip">
        <div className="p-4 pb-2 md:px-5">
          <CardHeader title="What is known of it" description="As it was seen last, beside what is wanted." />
        </div>
        <FactsTable facts={page.facts} />
      </Card>
    )}
    {page.answer && <LastAnswer answer={page.answer} />}
    {page.workItems.length > 0 && <WorkItems items={page.workItems} />}
    {page.mailboxes.length > 0 && <Mailboxes mailboxes={page.mailboxes} />}
    <Timeline title="What happened" entries={page.timeline} />
  </div>
)

/** What holds of its whole account, whatever is so with the domain itself. */
const Accusations = ({ page: { accusations, domain } }: { page: ConsoleDomainPage }) =>
  accusations.map(({ what, since }) => (
    <Alert
      key={what}
      className="mt-4"
      title={<span className="wrap-anywhere">{what}.</span>}
      action={
        domain.account && (
          <Link to={accountPath(domain.account.id)} className="font-medium text-text underline">
            The account’s page
          </Link>
        )
      }
    >
      {since && `Since ${momentText(since)}.`} What is to be done stands on the account’s page.
    </Alert>
  ))

function DomainFacts({ page: { domain, customerEmail, groupId, health } }: { page: ConsoleDomainPage }) {
  const { customer, orderId, companyName, status, standstill, isSpent, platform, account, tool } = domain
  return (
    <FactList
      className="mt-4"
      facts={[
        [
          'State',
          <span key="state" className="inline-flex flex-wrap items-center gap-2">
            <StatusBadge status={status} />
            {standstill && <span className="text-muted">{standstills[standstill]}</span>}
            {isSpent && <span className="text-muted">{spentLabel}</span>}
          </span>,
        ],
        [
          'Customer',
          <span key="customer" className="wrap-anywhere">
            <Link to={customerPath(customer.id)} className="font-medium hover:underline">
              {customer.name}
            </Link>{' '}
            <span className="text-muted">{customerEmail}</span>
          </span>,
        ],
        [
          'Order',
          <span key="order" className="wrap-anywhere">
            <Link to={orderPath(orderId)} className="font-medium hover:underline">
              {companyName}
            </Link>{' '}
            <span translate="no" className="font-mono text-muted text-secondary">
              {groupId}
            </span>
          </span>,
        ],
        ['Host', `${platformContents[platform].fullName}${account ? ` · ${account.label}` : ''}`],
        ['Sending tool', sendingToolNames[tool]],
        ...(health
          ? [
              [
                'Health',
                <Link key="health" to={domainHealthPath(domain.id)} className="hover:underline">
                  <StateWord state={health} />
                </Link>,
              ] as [string, React.ReactNode],
            ]
          : []),
      ]}
    />
  )
}

const LastAnswer = ({ answer }: { answer: NonNullable<ConsoleDomainPage['answer']> }) => (
  <Card>
    <CardHeader
      title="The last answer"
      description="As a third party gave it, without what opens anything."
    />
    <FactList
      className="mt-2"
      facts={[
        ['Who', answer.who],
        [
          'Asked',
          <code translate="no" key="asked">
            {answer.asked}
          </code>,
        ],
        [
          'Said',
          <code translate="no" key="said" className="wrap-anywhere">
            {answer.said}
          </code>,
        ],
        ['Meaning', answer.kind],
        ['When', momentText(answer.at)],
      ]}
    />
  </Card>
)

const WorkItems = ({ items }: { items: ConsoleDomainPage['workItems'] }) => (
  <Card>
    <CardHeader title="Open work items" />
    <ul className="mt-3 divide-y divide-line">
      {items.map(({ id, kind, since, isAnswered }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3 py-2">
          <OpenLink
            to={`${operatorPaths.work}?item=${id}`}
            plain="font-medium"
            className="font-medium hover:underline"
          >
            {workItemTitle(kind)}
          </OpenLink>
          <span className="text-muted text-secondary">
            {isAnswered ? 'answered, not seen done yet' : 'open'} · since {momentText(since)}
          </span>
        </li>
      ))}
    </ul>
  </Card>
)

const Mailboxes = ({ mailboxes }: { mailboxes: ConsoleDomainPage['mailboxes'] }) => (
  <Card>
    <CardHeader title={`Mailboxes (${mailboxes.length})`} />
    <ul className="mt-3 grid gap-x-6 sm:grid-cols-2">
      {mailboxes.map(({ id, address, state }) => (
        <li
          key={id}
          className="flex flex-wrap items-baseline justify-between gap-x-3 border-line border-b py-1.5"
        >
          <Link translate="no" to={mailboxPath(id)} className="wrap-anywhere hover:underline">
            {address}
          </Link>
          <span className="text-muted text-secondary">{state}</span>
        </li>
      ))}
    </ul>
  </Card>
)

export { DomainPage as Component }
