import { mayStaff } from '#shared/access.ts'
import type { CustomerFacts } from '#shared/api/console/customer.ts'
import { setCustomerHealthMode } from '#shared/api/console/health.ts'
import { type HealthMode, healthModeNames } from '#shared/health/health-mode.ts'
import { ModeCard } from '../../../app-shell/health/mode-card.tsx'
import { callStaff } from '../../call-staff.ts'
import { useStaff } from '../../staff-session.ts'
import { tellAnswer } from '../../tell-answer.ts'
import { useStaffAction } from '../../use-staff-action.ts'
import { lookAgain } from '../customer-queries.ts'

/** What is done about this customer's domains that should rest. */
export function HealthModeCard({ facts: { id, healthMode } }: { facts: CustomerFacts }) {
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
