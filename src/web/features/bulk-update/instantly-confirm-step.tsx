import { accountName, type InstantlyAccount, type InstantlySummary } from '#shared/bulk-update/instantly.ts'
import { Button } from '../../ui/button.tsx'
import { TallyTable } from './tally-table.tsx'
import { VirtualTable } from './virtual-table.tsx'

interface InstantlyConfirmStepProps {
  accounts: readonly InstantlyAccount[]
  summary: InstantlySummary
  note: string | undefined
  onBack: () => void
  onConfirm: () => void
}

/** Step 2: what was found. */
export function InstantlyConfirmStep({
  accounts,
  summary,
  note,
  onBack,
  onConfirm,
}: InstantlyConfirmStepProps) {
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h3 className="text-card-title">{summary.heading}</h3>
        {note && <p className="mt-0.5 text-muted text-secondary">{note}</p>}
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <TallyTable title="Domain Distribution" of="Domain" tallies={summary.distribution} />
        <TallyTable
          title="Name Groups"
          of="Name"
          tallies={summary.groups.map(({ name, emails }) => ({ name, count: emails.length }))}
        />
      </div>
      <div className="min-w-0">
        <h3 className="mb-2 font-medium">Account Details</h3>
        <VirtualTable
          label="Account Details"
          minWidth={640}
          rows={accounts}
          keyOf={({ email }) => email}
          columns={[
            { title: 'Email', cell: ({ email }) => email },
            { title: 'Name', width: '30%', cell: accountName },
            {
              title: 'Warmup score',
              width: '7rem',
              align: 'right',
              cell: ({ stat_warmup_score }) => stat_warmup_score ?? 'N/A',
            },
            {
              title: 'Daily limit',
              width: '6rem',
              align: 'right',
              cell: ({ payload }) => payload.daily_limit ?? 'N/A',
            },
          ]}
        />
      </div>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={onBack}>
          Go Back
        </Button>
        <Button variant="primary" onClick={onConfirm}>
          This looks right
        </Button>
      </div>
    </div>
  )
}
