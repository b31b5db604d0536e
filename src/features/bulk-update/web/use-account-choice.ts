import { useMemo, useState } from 'react'
import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import { type AccountField, type AccountValues, numberFields, valueText } from '../rules/account-values.ts'
import { fieldLabel } from '../rules/field-label.ts'
import { leftOutText } from '../rules/left-out.ts'

/** An account as a list to choose from needs it. */
export interface ChoosableAccount {
  /** What updates name it by. */
  key: string
  email: string
  name: string
  current: AccountValues
}

export interface AccountFilter {
  search: string
  domain: string
  warmup: '' | 'on' | 'off'
  /** Key of a `ValueOption`. */
  value: string
}
const everything: AccountFilter = { search: '', domain: '', warmup: '', value: '' }

interface ValueOption {
  key: string
  label: string
}

/** Different values of one field that are offered; more would be no choice. */
const valuesOffered = 12

const valueKey = (field: AccountField, values: AccountValues) => `${field}=${values[field]}`
const domainOf = ({ email }: ChoosableAccount) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Which accounts are updated: all of them, but for those that were unticked. */
export function useAccountChoice(tool: BulkToolId, accounts: readonly ChoosableAccount[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [filter, setFilter] = useState(everything)
  const shown = useMemo(() => accounts.filter((account) => matches(account, filter)), [accounts, filter])
  const chosen = useMemo(() => accounts.filter(({ key }) => !left.has(key)), [accounts, left])
  const leftOut = useMemo(
    () => leftOutText(accounts.flatMap(({ key }, at) => (left.has(key) ? [at] : []))),
    [accounts, left],
  )
  const domains = useMemo(() => [...new Set(accounts.map(domainOf))].sort(), [accounts])
  const values = useMemo(() => valueOptions(tool, accounts), [tool, accounts])
  const set = (keys: readonly string[], isTicked: boolean) => {
    const next = new Set(left)
    for (const key of keys) {
      if (isTicked) next.delete(key)
      else next.add(key)
    }
    setLeft(next)
  }
  return {
    shown,
    chosen,
    /** Positions of the accounts that are left as they are, as an update names them. */
    leftOut,
    isTicked: (key: string) => !left.has(key),
    tick: (key: string, isTicked: boolean) => set([key], isTicked),
    tickShown: (isTicked: boolean) =>
      set(
        shown.map(({ key }) => key),
        isTicked,
      ),
    filter,
    setFilter,
    isFiltered: shown.length < accounts.length,
    domains,
    values,
  }
}
export type AccountChoice = ReturnType<typeof useAccountChoice>

function matches(account: ChoosableAccount, { search, domain, warmup, value }: AccountFilter): boolean {
  const { email, name, current } = account
  const words = search.trim().toLowerCase()
  if (words && !email.toLowerCase().includes(words) && !name.toLowerCase().includes(words)) return false
  if (domain && domainOf(account) !== domain) return false
  if (warmup && current.warmupOn !== (warmup === 'on')) return false
  return !value || numberFields.some((field) => valueKey(field, current) === value)
}

function valueOptions(tool: BulkToolId, accounts: readonly ChoosableAccount[]): ValueOption[] {
  return numberFields.flatMap((field) => {
    const known = accounts.filter(({ current }) => current[field] !== undefined)
    const byKey = new Map(known.map(({ current }) => [valueKey(field, current), current]))
    return [...byKey]
      .sort(([, a], [, b]) => Number(a[field]) - Number(b[field]))
      .slice(0, valuesOffered)
      .map(([key, current]) => ({
        key,
        label: `${fieldLabel(tool, field)}: ${valueText(field, current[field])}`,
      }))
  })
}
