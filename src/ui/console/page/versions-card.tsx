import { type ReactNode, useState } from 'react'
import { Button } from '../../button.tsx'
import { Card, CardHeader } from '../../card.tsx'
import { ConfirmDialog } from '../../confirm-dialog.tsx'
import { momentText } from '../../time-texts.ts'

/** What the list tells about a version. */
interface ToldVersion {
  version: number
  about: string
  /** What it changed, a line each. */
  changes?: readonly string[]
}

interface VersionsCardProps {
  /** The one that counts. */
  version: number
  /** What is said of the one that counts, such as "Shown now". */
  now: string
  /** The newest first. */
  versions: readonly ToldVersion[]
  /** What there was before anything was changed here. It stands at the end of a whole list. */
  first: ToldVersion
  /** Absent where one may not. */
  onRestore?: ((version: number) => Promise<unknown>) | false
  /** What follows from bringing one back. */
  children: ReactNode
}

/** Every version there was, each of which can be brought back. */
export function VersionsCard({ version, now, versions, first, onRestore, children }: VersionsCardProps) {
  const [asked, setAsked] = useState<number>()
  const oldest = versions.at(-1)?.version ?? first.version + 1
  const isWhole = oldest === first.version + 1
  return (
    <Card>
      <CardHeader
        title="Versions"
        description="What is brought back becomes a new version: nothing is lost."
      />
      <ul aria-label="Versions" className="mt-3 divide-y divide-line border-line border-t">
        {[...versions, ...(isWhole ? [first] : [])].map((each) => (
          <Row key={each.version} {...each}>
            {each.version === version ? (
              <span className="text-muted text-secondary">{now}</span>
            ) : (
              onRestore && (
                <Button size="small" onClick={() => setAsked(each.version)}>
                  Restore<span className="sr-only"> version {each.version}</span>
                </Button>
              )
            )}
          </Row>
        ))}
      </ul>
      {onRestore && (
        <ConfirmDialog
          open={asked !== undefined}
          onOpenChange={() => setAsked(undefined)}
          title={`Bring version ${asked ?? first.version} back?`}
          confirmLabel="Bring it back"
          onConfirm={() => onRestore(asked ?? first.version)}
        >
          {children} What is there now stays in this list.
        </ConfirmDialog>
      )}
    </Card>
  )
}

const Row = ({ version, about, changes = [], children }: ToldVersion & { children: ReactNode }) => (
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
    {children}
  </li>
)

/** Where a version comes from. */
export const originText = ({
  at,
  by,
  restored,
}: {
  at: string
  by: string
  restored: number | null
}): string =>
  [`${momentText(at)}, ${by}`, restored !== null && `brought version ${restored} back`]
    .filter(Boolean)
    .join(' · ')
