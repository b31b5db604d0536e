import type { Location } from 'react-router'
import { lastPathKey } from '#shared/accounts/session-storage-keys.ts'
import { readStored, writeStored } from '../browser-storage.ts'

export const homePath = '/dashboard'

/** A path of this site: `//host` and `/\host` would leave it. */
const isOwnPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path)

const pathOf = ({ pathname, search, hash }: Location): string => pathname + search + hash

/** Remembers where a signed-in customer is. */
export const rememberPath = (location: Location): void => writeStored(lastPathKey, pathOf(location))

/** Where `/` leads a signed-in customer. */
export function lastPath(): string {
  const path = readStored(lastPathKey)
  return isOwnPath(path) ? path : homePath
}

/** The state of a redirect to the sign-in page: the path that was refused, to be restored once. */
export const refusedFrom = (location: Location): { from: string } => ({ from: pathOf(location) })

/** Where the sign-in page leads once somebody is signed in. */
export function afterSignIn({ state }: Location): string {
  const from: unknown = state?.from
  return isOwnPath(from) ? from : homePath
}
