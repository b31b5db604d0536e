import { Checkbox } from '#ui/checkbox.tsx'
import { AccountFilters } from './account-filters.tsx'
import type { AccountChoice, ChoosableAccount } from './use-account-choice.ts'
import { type Column, VirtualTable } from './virtual-table.tsx'

interface AccountTableProps {
  title: string
  total: number
  choice: AccountChoice
  columns: readonly Column<ChoosableAccount>[]
}

/** The accounts that were found, each with a tick: those without are left alone. */
export const AccountTable = ({ title, total, choice, columns }: AccountTableProps) => (
  <div className="min-w-0">
    <h3 className="mb-2 font-medium">{title}</h3>
    <AccountFilters choice={choice} total={total} />
    {choice.shown.length === 0 ? (
      <p className="rounded-control border border-line px-3 py-6 text-center text-muted text-secondary">
        No account matches these filters.
      </p>
    ) : (
      <VirtualTable
        label={title}
        minWidth={640}
        rows={choice.shown}
        keyOf={({ key }) => key}
        columns={[
          {
            title: 'Update',
            width: '4.5rem',
            cell: ({ key, email }) => (
              <Checkbox
                aria-label={`Update ${email}`}
                className="mx-auto"
                checked={choice.isTicked(key)}
                onCheckedChange={(isTicked) => choice.tick(key, isTicked)}
              />
            ),
          },
          ...columns,
        ]}
      />
    )}
  </div>
)
