import { useState } from 'react'
import { type PriceVersion, restorePrices } from '#shared/api/console/plans.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { momentText } from '../../ui/time-texts.ts'
import { toast } from '../../ui/toast.ts'
import { callStaff } from '../call-staff.ts'
import { useStaffAction } from '../use-staff-action.ts'
import { lookAtPlansAgain } from './plans-queries.ts'

interface PriceVersionsCardProps {
  /** The one that counts. */
  version: number
  versions: readonly PriceVersion[]
  mayWrite: boolean
}

/** Every price list there was, each of which can be brought back. */
export function PriceVersionsCard({ version, versions, mayWrite }: PriceVersionsCardProps) {
  const [asked, setAsked] = useState<number>()
  const restoring = useStaffAction({
    mutationFn: (earlier: number) => callStaff(restorePrices, { body: { version: earlier } }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      await lookAtPlansAgain()
    },
  })
  const onRestore = mayWrite ? setAsked : undefined
  const oldest = versions.at(-1)?.version
  return (
    <Card>
      <CardHeader
        title="Versions"
        description="What is brought back becomes a new version: nothing is lost."
      />
      <ul aria-label="Versions" className="mt-3 divide-y divide-line border-line border-t">
        {versions.map((each) => (
          <Row
            key={each.version}
            version={each.version}
            about={aboutOf(each)}
            changes={each.changes}
            isNow={each.version === version}
            onRestore={onRestore}
          />
        ))}
        {(oldest === undefined || oldest === 2) && (
          <Row
            version={1}
            about="As the product ships with it"
            changes={[]}
            isNow={version === 1}
            onRestore={onRestore}
          />
        )}
      </ul>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={`Bring version ${asked ?? 1} back?`}
        confirmLabel="Bring it back"
        onConfirm={() => restoring.mutateAsync(asked ?? 1)}
      >
        New orders are sold at its prices at once. Orders that run keep theirs, and so does a payment page
        that is open. What is there now stays in this list.
      </ConfirmDialog>
    </Card>
  )
}

const aboutOf = ({ at, by, restored }: PriceVersion): string =>
  [`${momentText(at)}, ${by}`, restored !== null && `brought version ${restored} back`]
    .filter(Boolean)
    .join(' · ')

interface RowProps {
  version: number
  about: string
  changes: readonly string[]
  isNow: boolean
  onRestore: ((version: number) => void) | undefined
}

const Row = ({ version, about, changes, isNow, onRestore }: RowProps) => (
  <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-2.5">
    <div className="min-w-0">
      <p className="font-medium">Version {version}</p>
      <p className="text-muted text-secondary wrap-anywhere">{about}</p>
      {changes.length > 0 && (
        <ul className="mt-1 text-secondary">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </div>
    {isNow ? (
      <span className="text-muted text-secondary">Sold now</span>
    ) : (
      onRestore && (
        <Button size="small" onClick={() => onRestore(version)}>
          Restore<span className="sr-only"> version {version}</span>
        </Button>
      )
    )}
  </li>
)
