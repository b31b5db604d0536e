import { useQuery } from '@tanstack/react-query'
import { Mails } from 'lucide-react'
import type { ReactNode } from 'react'
import { burnAssumed } from '#features/reserve/rules/reserve.ts'
import { reserveQuery } from '#features/reserve/web/reserve-query.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { usePrices } from '#ui/frame/use-prices.ts'
import { planVolumes } from '../rules/plan-volume.ts'
import { readEmails } from '../rules/volume-question.ts'
import { PlanComparison } from './plan-comparison.tsx'
import { PlannedOrdersCard } from './planned-orders-card.tsx'
import { QuestionForm } from './question-form.tsx'
import { useQuestion } from './use-question.ts'
import { WarmUpCard } from './warm-up-card.tsx'

/** From a number of emails to plans, domains, mailboxes, warm-up and price, and into the wizard with it. */
export function PlanByVolumePage() {
  const asked = useQuestion()
  const { plansEnabled, purchasableTlds, supportEmail } = useConfig()
  const prices = usePrices()
  // Only the customer's own burn is of it: while that is not here, the plan stands with the assumed one.
  const burnt = useQuery(reserveQuery).data ?? burnAssumed
  const emails = readEmails(asked.question.emails)
  const [firstEnding = ''] = purchasableTlds
  const ending = purchasableTlds.includes(asked.question.ending) ? asked.question.ending : firstEnding
  const domainOption = purchasableTlds.length > 0 ? asked.question.domainOption : 'own'
  const question = { ...asked.question, domainOption }
  const wanted = emails.ok && { ...question, emails: emails.value, ending, burn: burnt.burn }
  const found = wanted ? planVolumes(plansEnabled, wanted, prices) : []
  const shown = found.find(({ plan }) => plan === question.plan) ?? found[0]
  return (
    <div className="grid min-w-0 gap-4 *:min-w-0">
      <p className="max-w-column text-muted">
        What it takes to send so many cold emails a month: orders, domains and mailboxes, how they are warmed
        up, and all that it costs.
      </p>
      {plansEnabled.length === 0 ? (
        <Nothing title="No plan can be ordered right now">
          Please write to{' '}
          <a translate="no" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
          .
        </Nothing>
      ) : (
        <>
          <QuestionForm
            {...asked}
            question={question}
            problem={emails.ok ? undefined : emails.problem.message}
            ending={ending}
          />
          {shown ? (
            <>
              <PlanComparison
                found={found}
                shown={shown.plan}
                isOwn={domainOption === 'own'}
                onShow={(plan) => asked.change({ plan })}
              />
              <div className="grid items-start gap-4 *:min-w-0 xl:grid-cols-2">
                <PlannedOrdersCard planned={shown} question={question} ending={ending} burnt={burnt} />
                <WarmUpCard planned={shown} question={question} />
              </div>
            </>
          ) : wanted ? (
            <Nothing title="No plan on sale takes domains you own">
              {purchasableTlds.length > 0
                ? 'Choose “Purchase domains” to see what it takes.'
                : 'No domains can be purchased right now either: please look again later.'}
            </Nothing>
          ) : (
            <Nothing title="The plans stand here">As soon as there is a number to plan for.</Nothing>
          )}
        </>
      )}
    </div>
  )
}

const Nothing = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <EmptyState icon={<Mails />} title={title}>
      {children}
    </EmptyState>
  </Card>
)

export { PlanByVolumePage as Component }
