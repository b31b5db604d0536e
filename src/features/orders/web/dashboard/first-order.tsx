import { platformContents, platformsOfPlans } from '#features/plans/rules/catalog.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card } from '#ui/card.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'

/** The invitation of a customer who has ordered nothing yet. */
export function FirstOrder() {
  const hosts = platformsOfPlans(useConfig().plansEnabled)
    .map((platform) => platformContents[platform].fullName)
    .join(' and ')
  return (
    <Card flush className="overflow-hidden lg:grid lg:grid-cols-2">
      <div className="flex flex-col items-start justify-center px-5 py-8 md:px-10 md:py-12">
        <h3 className="text-page-title">Purchase your first inboxes in minutes</h3>
        <p className="mt-2 max-w-form text-muted">
          Choose a plan, name your domains and connect your sending tool. Inboxes {hosts && `on ${hosts} `}are
          set up for you, and you can watch every step here.
        </p>
        <ButtonLink to="/choose-plan" variant="primary" className="mt-6">
          Set Up Inboxes Now
        </ButtonLink>
      </div>
      <figure
        aria-label="Illustration: deliverability rises once inboxes are set up"
        className="dot-grid flex flex-col justify-center gap-5 border-line bg-sunken px-5 py-8 max-lg:border-t md:px-10 lg:border-l"
      >
        <div className="rounded-card border border-line bg-surface p-4">
          <p className="text-muted text-secondary">Deliverability</p>
          <DeliverabilityChart />
        </div>
        <div className="grid grid-cols-2 gap-4">
          <div className="rounded-card border border-line bg-surface p-4">
            <p className="flex items-baseline justify-between text-muted text-secondary">
              Fast setup <span className="text-card-title text-text tabular-nums">85%</span>
            </p>
            <ProgressBar label="Fast setup" value={85} max={100} className="mt-2.5" />
          </div>
          <div className="rounded-card border border-line bg-surface p-4">
            <p className="text-muted text-secondary">Open rate</p>
            <p className="text-figure tabular-nums">80%</p>
          </div>
        </div>
      </figure>
    </Card>
  )
}

/** Drawn, not measured: a line that ends high. */
function DeliverabilityChart() {
  const line = 'M0 62 C 40 58, 58 52, 84 44 S 136 20, 172 17 S 244 10, 280 9'
  return (
    <svg viewBox="0 0 280 72" aria-hidden="true" className="mt-3 w-full text-accent">
      {[18, 36, 54].map((y) => (
        <line key={y} x1="0" x2="280" y1={y} y2={y} className="stroke-line" strokeDasharray="2 4" />
      ))}
      <path d={`${line} L280 72 L0 72 Z`} fill="currentColor" opacity="0.08" />
      <path d={line} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <circle cx="277" cy="9" r="3" fill="currentColor" />
    </svg>
  )
}
