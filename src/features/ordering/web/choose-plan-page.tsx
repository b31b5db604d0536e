import { Link, useNavigate } from 'react-router'
import { type PlanId, plans } from '#features/plans/rules/catalog.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { WizardFrame } from '#ui/frame/wizard-frame.tsx'
import { allowsOwnDomains, choosePlan } from '../rules/order-draft.ts'
import { ContinueDraft } from './continue-draft.tsx'
import { useOrderDraft } from './order-draft-store.ts'
import { orderSteps } from './order-steps.ts'
import { PlanCard } from './plan-card.tsx'
import { ReserveNote } from './reserve-note.tsx'

/** Step 1 of an order. */
export function ChoosePlanPage() {
  const [draft, change] = useOrderDraft({ begins: true })
  const { plansEnabled, supportEmail } = useConfig()
  const navigate = useNavigate()
  const choose = (plan: PlanId, orderCount: number) => {
    change((present) => {
      const next = choosePlan(present, plan, orderCount)
      return allowsOwnDomains(plan) ? next : { ...next, domainOption: 'purchase' }
    })
    void navigate('/select-domains')
  }
  return (
    <WizardFrame
      wide
      steps={orderSteps}
      current={1}
      title="Choose Your Plan"
      intro="Domains and inboxes, set up for you and connected to the tool you send with. Billed monthly, cancel anytime."
    >
      <ContinueDraft />
      <ReserveNote draft={draft} />
      {plansEnabled.length === 0 ? (
        <EmptyState title="No plan can be ordered right now">
          Please write to{' '}
          <a translate="no" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
          .
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 items-stretch gap-4 md:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
          {plansEnabled.map((plan) => (
            <PlanCard
              key={plan}
              plan={plans[plan]}
              isReserve={draft.isReserve}
              isChosen={draft.plan === plan}
              initialCount={draft.plan === plan ? draft.orderCount : 1}
              onChoose={(orderCount) => choose(plan, orderCount)}
            />
          ))}
        </div>
      )}
      {plansEnabled.length > 0 && (
        <p className="mt-6 text-muted text-secondary">
          Not sure how many you need?{' '}
          <Link to="/plan-by-volume" className="link">
            Plan by the emails you want to send
          </Link>
        </p>
      )}
    </WizardFrame>
  )
}
export { ChoosePlanPage as Component }
