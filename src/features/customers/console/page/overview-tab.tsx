import { useQuery } from '@tanstack/react-query'
import { mayStaff } from '#base/access.ts'
import { numberText } from '#base/text/number-text.ts'
import { formatUsd } from '#base/text/usd.ts'
import { setCustomerHealthMode } from '#features/health/api/console-health.ts'
import { type HealthMode, healthModeNames } from '#features/health/rules/health-mode.ts'
import { ModeCard } from '#features/health/web/parts/mode-card.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { momentText } from '#ui/time-texts.ts'
import type { CustomerFacts, CustomerSending } from '../../api/console-customer.ts'
import { lookAgain, sendingQuery } from '../customer-queries.ts'
import { NotesCard } from './notes-card.tsx'

const lookEveryMs = 2_000

interface Way {
  title: string
  done: number
  all: number
}

/** How far it is: of what is to stand still, what does; of what is to run, what does. */
function wayOf(isStopped: boolean, { names, stopped, mailboxes, held }: CustomerSending): Way {
  return isStopped
    ? { title: 'Domains that stand still', done: stopped, all: names }
    : { title: 'Mailboxes that run', done: mailboxes - held, all: mailboxes }
}

/** Follows how a customer's mailboxes are stopped or resumed, until they are. Nothing where nothing is to be said. */
function SendingCard({ customer: { id, state, domains } }: { customer: CustomerFacts }) {
  const isStopped = state === 'suspended'
  const { data } = useQuery({
    ...sendingQuery(id),
    enabled: domains > 0,
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false
      const { done, all } = wayOf(isStopped, data)
      return done < all && lookEveryMs
    },
  })
  if (!data) return null
  const { title, done, all } = wayOf(isStopped, data)
  if (all === 0 || (!isStopped && done === all)) return null
  const valueText = `${numberText(done)} of ${numberText(all)}`
  return (
    <Card aria-label={title}>
      <CardHeader title={title} description={done < all ? 'It continues by itself.' : undefined} />
      <div className="mt-3 flex items-center gap-3">
        <ProgressBar className="grow" label={title} value={done} max={all} valueText={valueText} />
        <span className="tabular-nums">{valueText}</span>
      </div>
      {data.heldUp.map(({ name, reason }) => (
        <p key={name} className="mt-2 text-muted text-secondary wrap-anywhere">
          {name}: {reason}.
        </p>
      ))}
    </Card>
  )
}

/** What is done about this customer's domains that should rest. */
function HealthModeCard({ facts: { id, healthMode } }: { facts: CustomerFacts }) {
  const { role } = useStaff()
  const choosing = useStaffAction({
    mutationFn: (mode: HealthMode) =>
      callStaff(setCustomerHealthMode, { params: { customerId: id }, body: { mode } }),
    hasForm: true,
    onSuccess: tellAnswer(lookAgain),
  })
  return (
    <ModeCard
      mode={healthMode}
      offered={mayStaff(role, 'customers.manage') ? healthModeNames : []}
      error={choosing.error}
      onChoose={choosing.mutateAsync}
    />
  )
}

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
