import { useMemo } from 'react'
import { Button } from '#ui/button.tsx'
import { accountListMessages } from '../rules/account-lists.ts'
import type { InstantlyAccount, InstantlySummary } from '../rules/instantly.ts'
import { AccountTable } from './account-table.tsx'
import { TallyTable } from './tally-table.tsx'
import type { AccountChoice, ChoosableAccount } from './use-account-choice.ts'
import type { Column } from './virtual-table.tsx'

interface InstantlyConfirmStepProps {
  accounts: readonly InstantlyAccount[]
  summary: InstantlySummary
  note: string | undefined
  choice: AccountChoice
  onBack: () => void
  onConfirm: () => void
}

/** Step 2: what was found, and which of it is to be updated. */
export default function InstantlyConfirmStep({
  accounts,
  summary,
  note,
  choice,
  onBack,
  onConfirm,
}: InstantlyConfirmStepProps) {
  const byEmail = useMemo(() => new Map(accounts.map((account) => [account.email, account])), [accounts])
  const columns: Column<ChoosableAccount>[] = [
    { title: 'Email', cell: ({ email }) => email },
    { title: 'Name', width: '24%', cell: ({ name }) => name },
    {
      title: 'Warmup score',
      width: '7rem',
      align: 'right',
      cell: ({ key }) => byEmail.get(key)?.stat_warmup_score ?? 'N/A',
    },
    {
      title: 'Daily limit',
      width: '6rem',
      align: 'right',
      cell: ({ current }) => current.dailyLimit ?? 'N/A',
    },
  ]
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h3 className="text-card-title">{summary.heading}</h3>
        {note && <p className="mt-0.5 text-muted text-secondary wrap-anywhere">{note}</p>}
      </div>
      <div className="grid gap-5 md:grid-cols-2">
        <TallyTable title="Domain Distribution" of="Domain" tallies={summary.distribution} />
        <TallyTable
          title="Name Groups"
          of="Name"
          tallies={summary.groups.map(({ name, emails }) => ({ name, count: emails.length }))}
        />
      </div>
      <AccountTable title="Account Details" total={accounts.length} choice={choice} columns={columns} />
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={onBack}>
          Go Back
        </Button>
        <Button
          variant="primary"
          unavailable={choice.chosen.length === 0 && accountListMessages.noneTicked}
          onClick={onConfirm}
        >
          This looks right
        </Button>
      </div>
    </div>
  )
}
