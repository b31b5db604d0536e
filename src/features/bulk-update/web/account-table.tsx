import { numberText } from '#base/text/number-text.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import type { AccountChoice, AccountFilter, ChoosableAccount } from './use-account-choice.ts'
import { type Column, VirtualTable } from './virtual-table.tsx'

interface AccountFiltersProps {
  choice: AccountChoice
  total: number
}

/** Narrows a list of accounts, and ticks or unticks what is left of it. */
function AccountFilters({ choice, total }: AccountFiltersProps) {
  const { filter, setFilter, domains, values, shown, isFiltered } = choice
  const change = (part: Partial<AccountFilter>) => setFilter({ ...filter, ...part })
  const those = isFiltered ? `${numberText(shown.length)} shown` : 'all'
  return (
    <div className="mb-3 flex flex-col gap-2">
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
        <Input
          type="search"
          aria-label="Filter by address or name"
          placeholder="Address or name"
          value={filter.search}
          onChange={(event) => change({ search: event.target.value })}
        />
        <Select
          aria-label="Filter by domain"
          value={filter.domain || 'all'}
          onValueChange={(domain) => change({ domain: domain === 'all' ? '' : domain })}
          options={[
            { value: 'all', label: 'All domains' },
            ...domains.map((domain) => ({ value: domain, label: domain })),
          ]}
        />
        <Select
          aria-label="Filter by warm-up"
          value={filter.warmup || 'all'}
          onValueChange={(warmup) => change({ warmup: warmup === 'all' ? '' : warmup })}
          options={[
            { value: 'all', label: 'Warm-up on or off' },
            { value: 'on', label: 'Warm-up on' },
            { value: 'off', label: 'Warm-up off' },
          ]}
        />
        <Select
          aria-label="Filter by current value"
          value={filter.value || 'all'}
          onValueChange={(value) => change({ value: value === 'all' ? '' : value })}
          options={[
            { value: 'all', label: 'Any current value' },
            ...values.map(({ key, label }) => ({ value: key, label })),
          ]}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="grow text-muted text-secondary tabular-nums">
          {numberText(choice.chosen.length)} of {numberText(total)} ticked
          {isFiltered && `, ${numberText(shown.length)} shown`}
        </p>
        <Button size="small" onClick={() => choice.tickShown(true)}>
          Tick {those}
        </Button>
        <Button size="small" onClick={() => choice.tickShown(false)}>
          Untick {those}
        </Button>
      </div>
    </div>
  )
}

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
