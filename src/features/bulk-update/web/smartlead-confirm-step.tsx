import { useMemo } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { accountListMessages } from '../rules/account-lists.ts'
import { valueText } from '../rules/account-values.ts'
import { type SmartleadAccount, smartleadMessages, summarizeSmartleadAccounts } from '../rules/smartlead.ts'
import { AccountTable } from './account-table.tsx'
import { TallyTable } from './tally-table.tsx'
import type { AccountChoice, ChoosableAccount } from './use-account-choice.ts'
import type { Column } from './virtual-table.tsx'

interface SmartleadConfirmStepProps {
  accounts: readonly SmartleadAccount[]
  /** The list is of some domains, not of all that were searched for. */
  hasDomains: boolean
  note: string | undefined
  choice: AccountChoice
  onBack: () => void
  onConfirm: () => void
}

const columns: readonly Column<ChoosableAccount>[] = [
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Name', width: '24%', cell: ({ name }) => name },
  { title: 'Warm-up', width: '6rem', cell: ({ current }) => valueText('warmupOn', current.warmupOn) },
  {
    title: 'Daily limit',
    width: '6rem',
    align: 'right',
    cell: ({ current }) => current.dailyLimit ?? 'N/A',
  },
]

/** Step 3: what was found, and which of it is to be updated. */
export default function SmartleadConfirmStep({
  accounts,
  hasDomains,
  note,
  choice,
  onBack,
  onConfirm,
}: SmartleadConfirmStepProps) {
  const summary = useMemo(() => summarizeSmartleadAccounts(accounts, hasDomains), [accounts, hasDomains])
  const isNone = accounts.length === 0
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h3 className="text-card-title">{summary.heading}</h3>
        {note && <p className="mt-0.5 text-muted text-secondary wrap-anywhere">{note}</p>}
      </div>
      {isNone ? (
        <Alert tone="warning">{smartleadMessages.noneFound}</Alert>
      ) : (
        <>
          <div className="grid gap-5 md:grid-cols-2">
            <TallyTable title="Matching sender names" of="Sender" tallies={summary.senders} />
            <TallyTable title="Account Types" of="Type" tallies={summary.types} />
          </div>
          <AccountTable title="Account Details" total={accounts.length} choice={choice} columns={columns} />
        </>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={onBack}>
          Go Back
        </Button>
        <Button
          variant="primary"
          unavailable={
            isNone
              ? smartleadMessages.noneFound
              : choice.chosen.length === 0 && accountListMessages.noneTicked
          }
          onClick={onConfirm}
        >
          This looks right
        </Button>
      </div>
    </div>
  )
}
