import { mayStaff } from '#base/access.ts'
import { setCustomerHealthMode } from '#features/health/api/console-health.ts'
import { type HealthMode, healthModeNames } from '#features/health/rules/health-mode.ts'
import { ModeCard } from '#features/health/web/parts/mode-card.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import type { CustomerFacts } from '../../api/console-customer.ts'
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
