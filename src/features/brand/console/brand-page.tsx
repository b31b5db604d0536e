import { useQuery } from '@tanstack/react-query'
import { listed } from '#base/text/listed.ts'
import { callStaff } from '#ui/console/call-staff.ts'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { originText, VersionsCard } from '#ui/console/page/versions-card.tsx'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Loaded } from '#ui/frame/loaded.tsx'
import { type BrandVersion, restoreBrand } from '../api/console-brand.ts'
import { BrandForm } from './brand-form.tsx'
import { brandQuery, lookAgain } from './brand-queries.ts'

const asInstalled = { version: 0, about: 'As the environment says' }

interface BrandVersionsCardProps {
  /** The one that counts. */
  version: number
  versions: readonly BrandVersion[]
}

/** Every look there was, each of which can be brought back. */
function BrandVersionsCard({ version, versions }: BrandVersionsCardProps) {
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

/** Name, look and words of the installation. */
export function BrandPage() {
  const query = useQuery(brandQuery)
  return (
    <ConsolePage
      title="Brand"
      about="The name, the look and the words that customers see. A change shows at once, everywhere."
    >
      <Loaded query={query} failed="The brand could not be loaded." within="page">
        {({ brand, version, versions }) => (
          <div className="flex flex-col gap-5">
            <BrandForm key={version} brand={brand} version={version} />
            <BrandVersionsCard version={version} versions={versions} />
          </div>
        )}
      </Loaded>
    </ConsolePage>
  )
}

export { BrandPage as Component }
