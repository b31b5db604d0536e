import {
  overlapPromises,
  type Replacement,
  replacementPromises,
} from '#shared/domains/replacement/replace-request.ts'
import { useConfig } from '../../../app-shell/use-config.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
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
  const { nameServers } = useConfig()
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
        {isOwn && (
          <div>
            <p className="mb-2">Point the name servers of the new domains here, where they are registered:</p>
            <ul className="divide-y divide-line rounded-control border border-line">
              {nameServers.map((server) => (
                <li key={server} className="flex items-center justify-between gap-3 py-1 pr-1.5 pl-3">
                  <code className="min-w-0 break-all font-mono text-secondary">{server}</code>
                  <CopyButton value={server} label={`Copy ${server}`} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  )
}
