import { reinstatementProblem } from '#features/orders/rules/order-actions.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card } from '#ui/card.tsx'
import { RoomNote } from '#ui/frame/room-note.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { SkeletonText } from '#ui/skeleton.tsx'
import { reinstateMessages } from '../rules/reinstate-form.ts'
import type { SelectedDomain } from '../rules/reinstate-selection.ts'
import { ReinstateConfirmation } from './reinstate-confirmation.tsx'
import { ReinstateSteps } from './reinstate-steps.tsx'
import { useReinstateWizard } from './use-reinstate-wizard.ts'

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
