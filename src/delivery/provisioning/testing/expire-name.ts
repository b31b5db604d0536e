import { findRegistered, putRegistered } from '#vendors/sandbox/names/registered-names.ts'
import type { Sandbox } from '#vendors/sandbox/sandbox.ts'

interface Registered {
  expiresAt: number
  autoRenew: boolean
}

const dayMs = 24 * 3_600_000

/** Lets a name's year end so many days ago, or in so many with a number below zero; unless told, nothing renews it. */
export function expireName(
  { store, world }: Pick<Sandbox, 'store' | 'world'>,
  name: string,
  daysAgo: number,
  { autoRenew = false } = {},
): Date {
  const held = store.collection<Registered>('dnsimple.domains')
  const domain = held.get(name)
  const entry = findRegistered(world, name)
  if (!domain || !entry) throw new Error(`The registrar does not have ${name}.`)
  // In whole seconds, as the registrar says it.
  const expiresAt = Math.floor(world.now() / 1_000) * 1_000 - daysAgo * dayMs
  held.put(name, { ...domain, autoRenew, expiresAt })
  putRegistered(world, { ...entry, expiresAt })
  return new Date(expiresAt)
}
