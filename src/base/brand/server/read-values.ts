import * as z from 'zod/mini'
import { keysOf } from '../../records/keys-of.ts'
import { type Brand, brand } from '../brand.ts'

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
