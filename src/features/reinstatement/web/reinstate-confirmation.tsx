import { Link } from 'react-router'
import { OtherWorkspaceNote } from '#features/tools/web/credentials/other-workspace-note.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { CancelledPayment } from '#ui/frame/cancelled-payment.tsx'
import { reinstateMessages } from '../rules/reinstate-form.ts'
import { HeldNames } from './held-names.tsx'
import { ReinstatePrice } from './reinstate-price.tsx'
import type { ReinstateWizardState } from './use-reinstate-wizard.ts'

/** What it costs, and the way to pay it. */
export function ReinstateConfirmation({ wizard }: { wizard: ReinstateWizardState }) {
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
