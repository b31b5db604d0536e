import { listed } from '#base/text/listed.ts'
import { callStaff } from '#ui/console/call-staff.ts'
import { originText, VersionsCard } from '#ui/console/page/versions-card.tsx'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { type BrandVersion, restoreBrand } from '../api/console-brand.ts'
import { lookAgain } from './brand-queries.ts'

const asInstalled = { version: 0, about: 'As the environment says' }

interface BrandVersionsCardProps {
  /** The one that counts. */
  version: number
  versions: readonly BrandVersion[]
}

/** Every look there was, each of which can be brought back. */
export function BrandVersionsCard({ version, versions }: BrandVersionsCardProps) {
  const restoring = useStaffAction({
    mutationFn: (earlier: number) =>
      callStaff(restoreBrand, { body: { version: earlier, basedOn: version } }),
    onSuccess: tellAnswer(lookAgain),
  })
  return (
    <VersionsCard
      version={version}
      now="Shown now"
      versions={versions.map((each) => ({ version: each.version, about: aboutOf(each) }))}
      first={asInstalled}
      onRestore={restoring.mutateAsync}
    >
      Every page, also those that are open, shows it at once. Entries above that are not saved are lost.
    </VersionsCard>
  )
}

function aboutOf(version: BrandVersion): string {
  const origin = originText(version)
  return version.changes.length > 0 ? `${origin} · changed ${listed(version.changes)}` : origin
}
