import type { Location } from 'react-router'
import { lastPathKey } from '#shared/accounts/session-storage-keys.ts'
import { writeStored } from '../browser-storage.ts'

const pathOf = ({ pathname, search, hash }: Location): string => pathname + search + hash

/** Remembers where a signed-in customer is. */
export const rememberPath = (location: Location): void => writeStored(lastPathKey, pathOf(location))

/** The state of a redirect to the sign-in page, or to the change of password: the path that was refused, to be restored once. */
export const refusedFrom = (location: Location): { from: string } => ({ from: pathOf(location) })
