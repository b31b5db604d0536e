import { useMemo } from 'react'
import {
  type SmartleadAccount,
  smartleadMessages,
  summarizeSmartleadAccounts,
} from '#shared/bulk-update/smartlead.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TallyTable } from './tally-table.tsx'

interface SmartleadConfirmStepProps {
  accounts: readonly SmartleadAccount[]
  note: string | undefined
  onBack: () => void
  onConfirm: () => void
}

/** Step 3: what was found. */
export function SmartleadConfirmStep({ accounts, note, onBack, onConfirm }: SmartleadConfirmStepProps) {
  const summary = useMemo(() => summarizeSmartleadAccounts(accounts), [accounts])
  const isNone = accounts.length === 0
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h3 className="text-card-title">{summary.heading}</h3>
        {note && <p className="mt-0.5 text-muted text-secondary">{note}</p>}
      </div>
      {isNone ? (
        <Alert tone="warning">{smartleadMessages.noneFound}</Alert>
      ) : (
        <div className="grid gap-5 md:grid-cols-2">
          <TallyTable title="Matching sender names" of="Sender" tallies={summary.senders} />
          <TallyTable title="Account Types" of="Type" tallies={summary.types} />
        </div>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={onBack}>
          Go Back
        </Button>
        <Button variant="primary" unavailable={isNone && smartleadMessages.noneFound} onClick={onConfirm}>
          This looks right
        </Button>
      </div>
    </div>
  )
}
