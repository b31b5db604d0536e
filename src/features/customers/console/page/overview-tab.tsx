import { mayStaff } from '#base/access.ts'
import { numberText } from '#base/text/number-text.ts'
import { formatUsd } from '#base/text/usd.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { useStaff } from '#ui/console/staff-session.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { momentText } from '#ui/time-texts.ts'
import type { CustomerFacts } from '../../api/console-customer.ts'
import { HealthModeCard } from './health-mode-card.tsx'
import { NotesCard } from './notes-card.tsx'
import { SendingCard } from './sending-card.tsx'

/** The facts, how far what was asked for is, and what colleagues have noted. */
export function OverviewTab({ facts }: { facts: CustomerFacts }) {
  const { role } = useStaff()
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        <SendingCard customer={facts} />
        {facts.state !== 'erased' && <HealthModeCard facts={facts} />}
        <Card>
          <CardHeader title="Facts" />
          <FactList className="mt-2" facts={factsOf(facts)} />
        </Card>
      </div>
      <NotesCard customerId={facts.id} mayWrite={mayStaff(role, 'customers.manage')} />
    </div>
  )
}

function factsOf(facts: CustomerFacts): [string, React.ReactNode][] {
  const { orders, groups, domains, mailboxes, monthlyCents, isBillingStopped, sessions, openPages } = facts
  const moments: [string, string | null][] = [
    ['Terms accepted', facts.termsAcceptedAt],
    ['Sign-in stopped', facts.disabledAt],
    ['Suspended', facts.suspendedAt],
    ['Erased from', facts.erasedAt ? null : facts.eraseDueAt],
    ['Erased', facts.erasedAt],
  ]
  return [
    [
      'Live orders',
      orders === groups ? numberText(orders) : `${numberText(orders)}, in ${numberText(groups)} groups`,
    ],
    ['Domains', numberText(domains)],
    ['Mailboxes', numberText(mailboxes)],
    ...(monthlyCents === null
      ? []
      : [
          [
            'Billed a month',
            `${formatUsd(monthlyCents)}${isBillingStopped ? ' (billing is stopped)' : ''}`,
          ] as [string, string],
        ]),
    ['Signed in', sessions === 0 ? 'Nowhere' : numberText(sessions)],
    ...(openPages > 0 ? [['Open payment pages', numberText(openPages)] as [string, string]] : []),
    ['Customer since', momentText(facts.since)],
    ...(facts.isClosingUnfinished ? [['Closing', 'Not finished'] as [string, string]] : []),
    ...moments.flatMap(([label, moment]) =>
      moment ? [[label, momentText(moment)] as [string, string]] : [],
    ),
    ['Customer id', <Id key="id" id={facts.id} label="Copy customer id" />],
    ...(monthlyCents === null
      ? []
      : [
          [
            'Stripe customer',
            facts.stripeCustomerId ? (
              <Id key="stripe" id={facts.stripeCustomerId} label="Copy Stripe customer id" />
            ) : (
              'None yet'
            ),
          ] as [string, React.ReactNode],
        ]),
  ]
}

/** An id, to be copied. */
const Id = ({ id, label }: { id: string; label: string }) => (
  <span className="inline-flex max-w-full items-center gap-1">
    <code translate="no" className="min-w-0 font-mono text-label wrap-anywhere">
      {id}
    </code>
    <CopyButton value={id} label={label} />
  </span>
)
