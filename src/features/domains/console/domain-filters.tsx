import { useQuery } from '@tanstack/react-query'
import { keysOf } from '#base/records/keys-of.ts'
import { statusLooks } from '#features/orders/rules/order-status.ts'
import { platformContents, platforms } from '#features/plans/rules/catalog.ts'
import { sendingToolIds, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { FilterChip, FilterSelect, Filters, FilterText } from '#ui/console/page/filters.tsx'
import { listedStates } from '../api/console-domains.ts'
import { standstills } from '../rules/standstill.ts'
import { accountsQuery } from './domain-queries.ts'

/** What a list of domains is narrowed to by state. */
export const stateOptions = listedStates.map((value) => ({
  value,
  label: value === 'stuck' ? 'Stands still' : value === 'released' ? 'Let go of' : statusLooks[value].label,
}))
const causes = keysOf(standstills).map((value) => ({ value, label: standstills[value] }))
const hosts = platforms.map((value) => ({ value, label: platformContents[value].fullName }))
const tools = sendingToolIds.map((value) => ({ value, label: sendingToolNames[value] }))

export function DomainFilterBar({ customerName }: { customerName: string | undefined }) {
  const { data: accounts = [] } = useQuery(accountsQuery)
  return (
    <Filters>
      <FilterText label="Name begins with" name="text" hint="Name begins with…" />
      <FilterSelect label="State" name="state" all="All states" options={stateOptions} />
      <FilterSelect label="Why it stands still" name="cause" all="Any cause" options={causes} />
      <FilterSelect label="Host" name="host" all="All hosts" options={hosts} />
      <FilterSelect
        label="Account"
        name="account"
        all="All accounts"
        options={accounts.map(({ id, label }) => ({ value: id, label }))}
      />
      <FilterSelect label="Sending tool" name="tool" all="All tools" options={tools} />
      <FilterChip label={customerName ?? 'One customer'} name="customer" />
      <FilterChip label="One order" name="order" />
    </Filters>
  )
}
