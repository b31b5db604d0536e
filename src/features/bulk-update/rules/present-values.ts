import { type AccountValues, fieldsOf } from './account-values.ts'
import type { BulkJobResults } from './bulk-results.ts'

/**
 * What is known of the accounts of an update once it has ended, by what the tool calls them: the values that it set or
 * found in place, as far as the tool shows them at all, and those that an undo found changed.
 */
export function valuesAfter({ wanted, accounts }: BulkJobResults): Map<string, AccountValues> {
  const after = new Map<string, AccountValues>()
  // An account may have none of a value that the tool shows of others.
  const shown = new Set(accounts.flatMap(({ before }) => fieldsOf(before ?? {})))
  for (const { account, outcome, before = {}, wanted: index, notRestored = [] } of accounts) {
    const stands = outcome === 'updated' || outcome === 'unchanged' ? (wanted[index] ?? {}) : {}
    const known: AccountValues = {}
    for (const field of notRestored) Object.assign(known, { [field]: before[field] })
    for (const field of fieldsOf(stands))
      if (shown.has(field)) Object.assign(known, { [field]: stands[field] })
    // Those that were there stay.
    if (known.tags) known.tags = [...new Set([...(before.tags ?? []), ...known.tags])]
    if (fieldsOf(known).length > 0) after.set(account, known)
  }
  return after
}
