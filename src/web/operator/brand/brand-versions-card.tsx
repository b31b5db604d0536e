import { type BrandVersion, restoreBrand } from '#shared/api/console/brand.ts'
import { listed } from '#shared/text/listed.ts'
import { callStaff } from '../call-staff.ts'
import { originText, VersionsCard } from '../page/versions-card.tsx'
import { tellAnswer } from '../tell-answer.ts'
import { useStaffAction } from '../use-staff-action.ts'
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
