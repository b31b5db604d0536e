import type { ReactNode } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { formatUsd } from '#base/text/usd.ts'
import { billingPeriodDays, platformContents, platformsOf } from '#features/plans/rules/catalog.ts'
import { planLabel } from '#features/plans/rules/naming.ts'
import type { Burn } from '#features/reserve/rules/reserve.ts'
import { noteOnSpares } from '#features/reserve/rules/spares.ts'
import { limitCountsWarmup, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { domainCount, hasReserve, type PlannedOrders } from '../rules/plan-volume.ts'
import { sendingDaysOf } from '../rules/sending-days.ts'
import type { VolumeQuestion } from '../rules/volume-question.ts'
import { onPlatforms, sendingDaysText } from './planner-words.ts'
import { StartOrders } from './start-orders.tsx'

interface PlannedOrdersCardProps {
  planned: PlannedOrders
  question: VolumeQuestion
  ending: string
  burnt: Burn
}

/** One of the plans: what it consists of, what it costs and when, and the press that begins it. */
export function PlannedOrdersCard({ planned, question, ending, burnt }: PlannedOrdersCardProps) {
  const naming = useConfig()
  return (
    <Card aria-label="What you get and pay" className="flex flex-col gap-4">
      <CardHeader title={`${planLabel(planned.plan, naming)}: ${countOf(planned.allOrders, 'order')}`} />
      <FactList
        facts={[
          ['Domains', <Domains key="domains" planned={planned} question={question} ending={ending} />],
          ['Mailboxes', <Mailboxes key="mailboxes" planned={planned} />],
          ['Cold emails', <ColdEmails key="cold" planned={planned} question={question} />],
          ['Reserve', <Reserve key="reserve" planned={planned} question={question} burnt={burnt} />],
          ['Due now', <DueNow key="now" planned={planned} />],
          ['A month', `${formatUsd(planned.cost.monthlyCents)} every ${billingPeriodDays} days`],
          ['A year', <Year key="year" planned={planned} isOwn={question.domainOption === 'own'} />],
        ]}
      />
      <StartOrders planned={planned} question={question} />
    </Card>
  )
}

interface Asked {
  planned: PlannedOrders
  question: VolumeQuestion
}

/** Below what is said first. */
const Aside = ({ children }: { children: ReactNode }) => (
  <span className="block text-muted text-secondary">{children}</span>
)

const Domains = ({ planned, question, ending }: Asked & { ending: string }) => (
  <>
    {onPlatforms(planned.domains, 'domain')}
    <Aside>
      {question.domainOption === 'purchase'
        ? `Registered for you, .${ending} each.`
        : 'Yours already: you point them to our name servers.'}
      {hasReserve(planned) && ' With those of the reserve.'}
    </Aside>
  </>
)

const Mailboxes = ({ planned }: { planned: PlannedOrders }) => (
  <>
    {onPlatforms(planned.allMailboxes, 'mailbox', 'mailboxes')}
    <Aside>
      {platformsOf(planned.plan)
        .map((platform) => {
          const { name, soldPerDomain, dailyLimit } = platformContents[platform]
          return `${soldPerDomain} on each ${name} domain, up to ${dailyLimit} emails a day from each`
        })
        .join('; ')}
      .{hasReserve(planned) && ' With those of the reserve, which send no cold emails.'}
    </Aside>
  </>
)

const ColdEmails = ({ planned, question }: Asked) => (
  <>
    {numberText(planned.capacity)} a month
    <Aside>
      About {numberText(Math.ceil(planned.capacity / sendingDaysOf[question.days]))} a day,{' '}
      {sendingDaysText[question.days]}, once all mailboxes are warm.
    </Aside>
    {limitCountsWarmup(question.tool) && (
      <Aside>
        {sendingToolNames[question.tool]} counts warm-up into a mailbox’s daily limit, which we set to its
        cold emails: raise it there by the warm-up, or fewer cold emails go out.
      </Aside>
    )}
  </>
)

function Reserve({ planned, question, burnt: { burn, isAssumed } }: Asked & { burnt: Burn }) {
  const { reserve, plan } = planned
  const percent = `${numberText(Math.round(burn * 1000) / 10)} %`
  return (
    <>
      {countOf(reserve.domains, 'domain')} recommended
      {question.reserve ? `, in ${countOf(reserve.orders, 'more order')}` : ', not in the price'}
      <Aside>
        As many as burn while new ones warm up, in an unlucky month too:{' '}
        {isAssumed
          ? `assumed are ${percent} of the domains a month, an industry figure.`
          : `${percent} of your own domains do a month.`}{' '}
        {platformsOf(plan).length > 1 && 'A domain replaces its like. '}
        {noteOnSpares(question.tool)}
      </Aside>
    </>
  )
}

const DueNow = ({ planned }: { planned: PlannedOrders }) => (
  <>
    <span className="font-medium">{formatUsd(planned.cost.totalCents)}</span>
    <Aside>
      {formatUsd(planned.cost.monthlyCents)} for the first {billingPeriodDays} days
      {planned.cost.oneTimeCents > 0 &&
        ` and ${formatUsd(planned.cost.oneTimeCents)} once for ${countOf(domainCount(planned), 'domain')}`}
      , before any promotion code.
    </Aside>
  </>
)

function Year({ planned: { year }, isOwn }: { planned: PlannedOrders; isOwn: boolean }) {
  const { least, most } = year.laterCents
  return (
    <>
      {formatUsd(year.firstCents)} in the first year
      <Aside>
        In 365 days {year.payments} periods of {billingPeriodDays} days begin. A later year has{' '}
        {year.payments - 1} or {year.payments}: {formatUsd(least)} or {formatUsd(most)}.{' '}
        {isOwn
          ? 'What your own domains cost at your registrar is not in it.'
          : 'We renew the domains while the order is active, at no further charge.'}
      </Aside>
    </>
  )
}
