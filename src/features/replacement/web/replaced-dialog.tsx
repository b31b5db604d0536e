import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { NameServers } from '#ui/frame/name-servers.tsx'
import { StandingRecords } from '#ui/frame/standing-records.tsx'
import { useStanding } from '#ui/frame/use-standing.ts'
import { overlapPromises, type Replacement, replacementPromises } from '../rules/replace-request.ts'
import { ReplacementList } from './replacement-list.tsx'

interface ReplacedDialogProps {
  results: readonly Replacement[]
  isOwn: boolean
  withOverlap: boolean
  warning: string | undefined
  onClose: () => void
}

/** What was replaced, and what is left for the customer to do. */
export function ReplacedDialog({ results, isOwn, withOverlap, warning, onClose }: ReplacedDialogProps) {
  const ownNames = isOwn ? results.map(({ newDomain }) => newDomain) : []
  const standing = useStanding(ownNames)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Domains Replaced Successfully"
      description={(withOverlap ? overlapPromises : replacementPromises)[isOwn ? 'own' : 'purchase']}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {warning && <Alert tone="warning">{warning}</Alert>}
        <ReplacementList replacements={results} />
        <StandingRecords names={ownNames} standing={standing} />
        {isOwn && (
          <div>
            <p className="mb-2">Point the name servers of the new domains here, where they are registered:</p>
            <NameServers />
          </div>
        )}
      </div>
    </Dialog>
  )
}
