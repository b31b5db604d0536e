import type { Location } from 'react-router'
import { lastPathKey } from '#shared/accounts/session-storage-keys.ts'
import { readStored } from '../browser-storage.ts'

export const homePath = '/dashboard'

/** A path of this site: `//host` and `/\host` would leave it. */
const isOwnPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path)

/** Where `/` leads a signed-in customer. */
export function lastPath(): string {
  const path = readStored(lastPathKey)
  return isOwnPath(path) ? path : homePath
}

/** Where the sign-in page leads once somebody is signed in. */
export function afterSignIn({ state }: Location): string {
  const from: unknown = state?.from
  return isOwnPath(from) ? from : homePath
}
