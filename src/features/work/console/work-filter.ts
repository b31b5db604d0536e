import type { SentQueryOf } from '#base/api/endpoint.ts'
import type { listWork } from '../api/console-work.ts'
import { workItemKinds } from '../rules/work-item-kinds.ts'
import { workAges, workStates } from '../rules/work-list.ts'

export type WorkFilter = Omit<SentQueryOf<typeof listWork>, 'after'>

/**
 * What the list of work is filtered by; other pages lead to one item alone. `typed` is what of a customer's name or address stands in the address.
 */
export function workFilterOf(address: URLSearchParams, typed: string): WorkFilter {
  const item = address.get('item')
  if (item) return { state: 'open', item }
  const customer = typed.trim().slice(0, 254)
  const known = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === address.get(name))
  const kind = known('kind', workItemKinds)
  const age = known('age', workAges)
  return {
    state: known('state', workStates) ?? 'open',
    ...(kind && { kind }),
    ...(age && { age }),
    ...(customer && { customer }),
  }
}
