import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { Card } from '#ui/card.tsx'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { FilterChip, Filters } from '#ui/console/page/filters.tsx'
import { useAddressValue } from '#ui/console/page/use-address-value.ts'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { useDebounced } from '#ui/use-debounced.ts'
import { workItemKinds, workItemTitle } from '../rules/work-item-kinds.ts'
import { workAges, workStates } from '../rules/work-list.ts'
import { workFilterOf } from './work-filter.ts'
import { WorkList } from './work-list.tsx'
import { WorkNav } from './work-nav.tsx'

/** What the list of work is filtered by, as the address has it. */
function useWorkFilter() {
  const [address] = useSearchParams()
  const [, setState] = useAddressValue('state')
  const [, setKind] = useAddressValue('kind')
  const [, setAge] = useAddressValue('age')
  const [customer, setCustomer] = useAddressValue('customer')
  const settled = useDebounced(customer.trim(), 250)
  const filter = useMemo(() => workFilterOf(address, settled), [address, settled])
  return { filter, customer, setState, setKind, setAge, setCustomer }
}

const stateWords = { open: 'Open', answered: 'Answered, not seen yet', closed: 'Closed' } as const
const ageText = (days: string) => (days === '1' ? 'Older than a day' : `Older than ${days} days`)

/** Which work is shown. */
const WorkFilters = (filtering: ReturnType<typeof useWorkFilter>) =>
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

/** What people are asked to do where no API may do it. */
export function WorkPage() {
  const filtering = useWorkFilter()
  return (
    <ConsolePage title="Work" about="What waits for a person, and what became of it.">
      <WorkNav />
      <Card flush className="overflow-clip">
        <WorkFilters {...filtering} />
        {/* Another list has another choice. */}
        <WorkList key={JSON.stringify(filtering.filter)} filter={filtering.filter} />
      </Card>
    </ConsolePage>
  )
}

export { WorkPage as Component }
