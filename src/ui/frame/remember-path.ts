import type { Location } from 'react-router'
import { lastPathKey } from '#features/accounts/rules/session-storage-keys.ts'
import { writeStored } from '../browser-storage.ts'
import type { Interrupted } from './last-path.ts'

const pathOf = ({ pathname, search, hash }: Location): string => pathname + search + hash

/** Remembers where a signed-in customer is. */
export const rememberPath = (location: Location): void => writeStored(lastPathKey, pathOf(location))

/** Pages with entries that outlast a session: a customer whose session ends there is brought back to them. */
const resumed: ReadonlySet<string> = new Set([
  '/choose-plan',
  '/select-domains',
  '/setup-domain-settings',
  '/review-order',
  '/reinstate-order',
  '/dashboard',
])

/** The state of the redirect of a customer whose session has ended on this page. */
export const interruptedAt = (location: Location, customerId: string): Interrupted | null =>
  resumed.has(location.pathname) ? { from: pathOf(location), of: customerId } : null

/** The state of a redirect to the sign-in page, or to the change of password: the path that was refused, to be restored once. */
export const refusedFrom = (location: Location): { from: string } => ({ from: pathOf(location) })
