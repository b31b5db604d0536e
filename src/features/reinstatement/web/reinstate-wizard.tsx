import { useState } from 'react'
import { Link } from 'react-router'
import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { IsItYours } from '#features/names/web/is-it-yours.tsx'
import { reinstatementProblem } from '#features/orders/rules/order-actions.ts'
import { OtherWorkspaceNote } from '#features/tools/web/credentials/other-workspace-note.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card } from '#ui/card.tsx'
import { CancelledPayment } from '#ui/frame/cancelled-payment.tsx'
import { RoomNote } from '#ui/frame/room-note.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { SkeletonText } from '#ui/skeleton.tsx'
import { reinstateMessages } from '../rules/reinstate-form.ts'
import type { ReinstatePrice as Price } from '../rules/reinstate-price.ts'
import type { SelectedDomain } from '../rules/reinstate-selection.ts'
import { ReinstateSteps } from './reinstate-steps.tsx'
import type { ReinstateWizardState } from './use-reinstate-wizard.ts'
import { useReinstateWizard } from './use-reinstate-wizard.ts'

interface ReinstatePriceProps {
  price: Price
  /** Whether it is known which domains cost extra. */
  isKnown: boolean
}

/** What is due now and later, and which domains cost extra. */
function ReinstatePrice({ price, isKnown }: ReinstatePriceProps) {
  return (
    <section aria-label="Price" className="flex flex-col gap-1 text-secondary">
      <p className="font-medium text-body text-text tabular-nums">{formatUsd(price.totalCents)} due now</p>
      <p className="text-muted">
        {formatUsd(price.monthlyCents)} for {countOf(price.orders, 'order')}, charged again every 30 days.
      </p>
      {price.registrations.map(({ name, cents }) => (
        <p key={name} className="text-muted">
          {formatUsd(cents)} once for the registration of <span className="text-text">{name}</span>: it has
          run out, or what was paid for it went back to you.
        </p>
      ))}
      {!isKnown && (
        <p className="text-muted">
          A domain whose registration has run out, or was refunded, costs its usual price: you see the total
          before you pay.
        </p>
      )}
      <p className="text-muted">Nothing is set up before you have paid.</p>
    </section>
  )
}

/** Why domains could not come back, and the way out for those that stand in someone else's order. */
function HeldNames({ problem, held }: { problem: string; held: readonly string[] }) {
  const [freed, setFreed] = useState<ReadonlySet<string>>(new Set())
  if (held.length > 0 && held.every((name) => freed.has(name)))
    return <Alert tone="success">They are free for you now. Please confirm the reinstatement again.</Alert>
  return (
    <Alert>
      {problem}
      {held.map((name) => (
        <p key={name} className="wrap-anywhere">
          {name}: <IsItYours domain={name} onYours={() => setFreed((before) => new Set([...before, name]))} />
        </p>
      ))}
    </Alert>
  )
}

/** What it costs, and the way to pay it. */
function ReinstateConfirmation({ wizard }: { wizard: ReinstateWizardState }) {
  const { phase, problem, held, opens, price, isPriceKnown, steps, confirm } = wizard
  const unavailable = !steps.isAllSaved && 'Please save all three steps first.'
  return (
    <div className="flex flex-col gap-3">
      <CancelledPayment text={wizard.cancelled}>
        <Button size="small" loading={phase !== 'idle'} unavailable={unavailable} onClick={confirm}>
          Try again
        </Button>
      </CancelledPayment>
      {problem && opens && (
        <OtherWorkspaceNote message={problem} opens={opens} onUse={() => wizard.nameOpened(opens)} />
      )}
      {problem && !opens && <HeldNames key={problem} problem={problem} held={held ?? []} />}
      {phase === 'reinstated' && <Alert tone="success">{reinstateMessages.reinstated}</Alert>}
      <ReinstatePrice price={price} isKnown={isPriceKnown} />
      <div className="flex items-center justify-end gap-2">
        <Link
          to="/dashboard"
          className="inline-flex h-control items-center rounded-control px-3.5 font-medium hover:bg-hover"
        >
          Cancel
        </Link>
        <Button
          variant="primary"
          loading={phase !== 'idle'}
          loadingText="Processing..."
          unavailable={unavailable}
          onClick={confirm}
        >
          Confirm Reinstatement
        </Button>
      </div>
    </div>
  )
}

/** Three steps, each of which opens once the one before is saved; then the payment. */
export function ReinstateWizard({ domains }: { domains: readonly SelectedDomain[] }) {
  const wizard = useReinstateWizard(domains)
  const unavailable = reinstatementProblem(domains, useConfig().planNames)
  if (unavailable)
    return (
      <Alert
        action={
          <ButtonLink to="/dashboard" size="small">
            Return to Dashboard
          </ButtonLink>
        }
      >
        {unavailable}
      </Alert>
    )
  if (wizard.isLoading)
    return (
      <Card role="status" aria-label="Loading the settings of these orders">
        <SkeletonText lines={5} />
      </Card>
    )
  return (
    <>
      {wizard.isFailed && (
        <Alert
          tone="warning"
          title={reinstateMessages.prefillFailed}
          action={
            <Button size="small" changes={false} loading={wizard.isRetrying} onClick={wizard.retry}>
              Retry
            </Button>
          }
        >
          The fields are empty: fill them in, or try again to get the settings these orders had.
        </Alert>
      )}
      <ReinstateSteps wizard={wizard} />
      {wizard.places && <RoomNote places={wizard.places} />}
      <ReinstateConfirmation wizard={wizard} />
    </>
  )
}
