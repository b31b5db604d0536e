import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useAddressValue } from '#ui/console/page/use-address-value.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import { workFilterOf } from './work-filter.ts'

/** What the list of work is filtered by, as the address has it. */
export function useWorkFilter() {
  const [address] = useSearchParams()
  const [, setState] = useAddressValue('state')
  const [, setKind] = useAddressValue('kind')
  const [, setAge] = useAddressValue('age')
  const [customer, setCustomer] = useAddressValue('customer')
  const settled = useDebounced(customer.trim(), 250)
  const filter = useMemo(() => workFilterOf(address, settled), [address, settled])
  return { filter, customer, setState, setKind, setAge, setCustomer }
}
