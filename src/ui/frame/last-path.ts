import type { Location } from 'react-router'
import { lastPathKey } from '#features/accounts/rules/session-storage-keys.ts'
import { readStored } from '../browser-storage.ts'

export const homePath = '/dashboard'

/** A path of this site: `//host` and `/\host` would leave it. */
const isOwnPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path)

/** Where `/` leads a signed-in customer. */
export function lastPath(): string {
  const path = readStored(lastPathKey)
  return isOwnPath(path) ? path : homePath
}

/** Where someone was whose session has ended: for nobody else. */
export interface Interrupted {
  from: string
  of: string
}

/** Where the sign-in page, and the change of a one-time password, lead once that is done. */
export function pathAskedFor({ state }: Location, customerId: string): string {
  const from: unknown = state?.from
  return isOwnPath(from) && (state.of ?? customerId) === customerId ? from : homePath
}
