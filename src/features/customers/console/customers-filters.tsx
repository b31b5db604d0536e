import { Search } from 'lucide-react'
import { useAddressValue } from '#ui/console/page/use-address-value.ts'
import { useTypedFilter } from '#ui/console/page/use-typed-filter.ts'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { customerStateNames, customerStates } from '../rules/customer-states.ts'

const states = [
  { value: 'all', label: 'All states' },
  ...customerStateNames.map((value) => ({ value, label: customerStates[value].word })),
]

/** What the list shows, kept in the page's address. */
export function CustomersFilters() {
  const [state, setState] = useAddressValue('state')
  return (
    <search className="flex flex-wrap gap-2 p-3">
      <TextFilter />
      <Select
        aria-label="State"
        className="max-w-48"
        options={states}
        value={state || 'all'}
        onValueChange={(value) => setState(value === 'all' ? '' : value)}
      />
    </search>
  )
}

function TextFilter() {
  const [typed, setTyped] = useTypedFilter('text')
  return (
    <div className="relative min-w-0 grow sm:max-w-80">
      <Search className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-muted" aria-hidden />
      <Input
        type="search"
        aria-label="Find customers"
        placeholder="Name, address or id"
        className="pl-8"
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  )
}
