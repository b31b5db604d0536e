import { useMemo } from 'react'
import { workItemKinds } from '#shared/work/work-item-answers.ts'
import { workAges, workStates } from '#shared/work/work-list.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useAddressValue } from '../page/use-address-value.ts'
import type { WorkFilter } from './work-queries.ts'

const known = <Value extends string>(value: string, values: readonly Value[]): Value | undefined =>
  values.find((one) => one === value)

/** What the list of work is filtered by, as the address has it. */
export function useWorkFilter() {
  const [state, setState] = useAddressValue('state')
  const [kind, setKind] = useAddressValue('kind')
  const [age, setAge] = useAddressValue('age')
  const [customer, setCustomer] = useAddressValue('customer')
  const settled = useDebounced(customer.trim(), 250)
  const filter = useMemo(
    (): WorkFilter => ({
      state: known(state, workStates) ?? 'open',
      ...(known(kind, workItemKinds) && { kind }),
      ...(known(age, workAges) && { age: known(age, workAges) }),
      ...(settled && { customer: settled.slice(0, 254) }),
    }),
    [state, kind, age, settled],
  )
  return { filter, customer, setState, setKind, setAge, setCustomer }
}
