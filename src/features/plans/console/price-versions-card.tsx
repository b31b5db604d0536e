import { callStaff } from '#ui/console/call-staff.ts'
import { originText, VersionsCard } from '#ui/console/page/versions-card.tsx'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { type PriceVersion, restorePrices } from '../api/console-plans.ts'
import { lookAtPlansAgain } from './plans-queries.ts'

const asShipped = { version: 1, about: 'As the product ships with it' }

interface PriceVersionsCardProps {
  /** The one that counts. */
  version: number
  versions: readonly PriceVersion[]
  mayWrite: boolean
}

/** Every price list there was, each of which can be brought back. */
export function PriceVersionsCard({ version, versions, mayWrite }: PriceVersionsCardProps) {
  const restoring = useStaffAction({
    mutationFn: (earlier: number) => callStaff(restorePrices, { body: { version: earlier } }),
    onSuccess: tellAnswer(lookAtPlansAgain),
  })
  return (
    <VersionsCard
      version={version}
      now="Sold now"
      versions={versions.map((each) => ({
        version: each.version,
        about: originText(each),
        changes: each.changes,
      }))}
      first={asShipped}
      onRestore={mayWrite && restoring.mutateAsync}
    >
      New orders are sold at its prices at once. Orders that run keep theirs, and so does a payment page that
      is open.
    </VersionsCard>
  )
}
