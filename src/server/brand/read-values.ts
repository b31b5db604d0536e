import * as z from 'zod/mini'
import { type Brand, brand } from '#shared/brand/brand.ts'
import { keysOf } from '#shared/records/keys-of.ts'

/**
 * The values of a version. What it says nothing of, because it is older than that, and what would be refused today, is
 * as the environment says.
 */
export function readValues(stored: unknown, shipped: Brand): Brand {
  const values = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const readable = keysOf(brand.shape).flatMap((name) => {
    const value = z.safeParse(brand.shape[name], values[name])
    return value.success ? [[name, value.data] as const] : []
  })
  return { ...shipped, ...Object.fromEntries(readable) }
}
