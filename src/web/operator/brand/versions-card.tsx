import { useState } from 'react'
import { type BrandVersion, restoreBrand } from '#shared/api/console/brand.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { momentText } from '../../ui/time-texts.ts'
import { toast } from '../../ui/toast.ts'
import { callStaff } from '../call-staff.ts'
import { useStaffAction } from '../use-staff-action.ts'
import { lookAgain } from './brand-queries.ts'

const inWords = new Intl.ListFormat('en')

interface VersionsCardProps {
  /** The one that counts. */
  version: number
  versions: readonly BrandVersion[]
}

/** Every version there was, each of which can be brought back. */
export function VersionsCard({ version, versions }: VersionsCardProps) {
  const [asked, setAsked] = useState<number>()
  const restoring = useStaffAction({
    mutationFn: (earlier: number) =>
      callStaff(restoreBrand, { body: { version: earlier, basedOn: version } }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      await lookAgain()
    },
  })
  const oldest = versions.at(-1)?.version
  return (
    <Card className="mt-5">
      <CardHeader
        title="Versions"
        description="What is brought back becomes a new version: nothing is lost."
      />
      <ul aria-label="Versions" className="mt-3 divide-y divide-line border-line border-t">
        {versions.map((each) => (
          <Row
            key={each.version}
            title={`Version ${each.version}`}
            about={aboutOf(each)}
            isNow={each.version === version}
            onRestore={() => setAsked(each.version)}
          />
        ))}
        {(oldest === undefined || oldest === 1) && (
          <Row
            title="Version 0"
            about="As the environment says"
            isNow={version === 0}
            onRestore={() => setAsked(0)}
          />
        )}
      </ul>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={`Bring version ${asked ?? 0} back?`}
        confirmLabel="Bring it back"
        onConfirm={() => restoring.mutateAsync(asked ?? 0)}
      >
        Every page, also those that are open, shows it at once. What is there now stays in this list; entries
        above that are not saved are lost.
      </ConfirmDialog>
    </Card>
  )
}

const aboutOf = ({ at, by, restored, changes }: BrandVersion): string =>
  [
    `${momentText(at)}, ${by}`,
    restored !== null && `brought version ${restored} back`,
    changes.length > 0 && `changed ${inWords.format(changes)}`,
  ]
    .filter(Boolean)
    .join(' · ')

interface RowProps {
  title: string
  about: string
  isNow: boolean
  onRestore: () => void
}

const Row = ({ title, about, isNow, onRestore }: RowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
    <span className="min-w-0">
      <span className="block font-medium">{title}</span>
      <span className="block text-muted text-secondary wrap-anywhere">{about}</span>
    </span>
    {isNow ? (
      <span className="text-muted text-secondary">Shown now</span>
    ) : (
      <Button size="small" onClick={onRestore}>
        Restore<span className="sr-only"> {title}</span>
      </Button>
    )}
  </li>
)
