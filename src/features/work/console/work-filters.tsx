import { FilterChip, Filters } from '#ui/console/page/filters.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { workItemKinds, workItemTitle } from '../rules/work-item-kinds.ts'
import { workAges, workStates } from '../rules/work-list.ts'
import type { useWorkFilter } from './use-work-filter.ts'

const stateWords = { open: 'Open', answered: 'Answered, not seen yet', closed: 'Closed' } as const
const ageText = (days: string) => (days === '1' ? 'Older than a day' : `Older than ${days} days`)

/** Which work is shown. */
export const WorkFilters = (filtering: ReturnType<typeof useWorkFilter>) =>
  filtering.filter.item ? (
    <div className="border-line border-b px-3 pt-3">
      <Filters>
        <FilterChip label="One work item" name="item" />
      </Filters>
    </div>
  ) : (
    <ListFilters {...filtering} />
  )

const ListFilters = ({
  filter,
  customer,
  setState,
  setKind,
  setAge,
  setCustomer,
}: ReturnType<typeof useWorkFilter>) => (
  <search className="grid gap-2 border-line border-b p-3 sm:grid-cols-2 lg:grid-cols-4">
    <Select
      size="small"
      aria-label="State"
      value={filter.state}
      onValueChange={(state) => setState(state === 'open' ? '' : state)}
      options={workStates.map((value) => ({ value, label: stateWords[value] }))}
    />
    <Select
      size="small"
      aria-label="Kind"
      value={filter.kind ?? 'all'}
      onValueChange={(kind) => setKind(kind === 'all' ? '' : kind)}
      options={[
        { value: 'all', label: 'Every kind' },
        ...workItemKinds.map((value) => ({ value, label: workItemTitle(value) })),
      ]}
    />
    <Select
      size="small"
      aria-label="Age"
      value={filter.age ?? 'all'}
      onValueChange={(age) => setAge(age === 'all' ? '' : age)}
      options={[
        { value: 'all', label: 'Of every age' },
        ...workAges.map((value) => ({ value, label: ageText(value) })),
      ]}
    />
    <Input
      className="h-control-small text-secondary"
      aria-label="Customer"
      placeholder="Customer’s email"
      value={customer}
      onChange={(event) => setCustomer(event.target.value)}
      maxLength={254}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  </search>
)
