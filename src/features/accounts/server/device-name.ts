import type { FastifyRequest } from 'fastify'
import type { Place } from './new-place.ts'

/** The first that a user agent names is the one it is: those that follow are named by those before as well. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** What a browser says it is, as people call it: "Chrome on macOS". It may say anything, so this proves nothing. */
function deviceName(userAgent: string | undefined): string {
  const named = (names: readonly (readonly [string, string])[]) =>
    names.find(([sign]) => userAgent?.includes(sign))?.[1]
  const browser = named(browsers) ?? 'A browser'
  const system = named(systems)
  return system ? `${browser} on ${system}` : browser
}

/** Where a request came from. */
export const placeOf = ({ ip, headers }: FastifyRequest): Place => ({
  address: ip,
  device: deviceName(headers['user-agent']),
})
