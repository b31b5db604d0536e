import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { domainNames, domains } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'

type Name = Pick<typeof domainNames.$inferSelect, 'registration' | 'expiresAt'>

/** Whether a name has to be registered anew, at its price, before it can come back. */
export const isLapsed = (
  { source }: Pick<typeof domains.$inferSelect, 'source'>,
  { registration, expiresAt }: Name,
): boolean =>
  source === 'bought' &&
  (registration !== 'registered' || (expiresAt !== null && expiresAt.getTime() <= Date.now()))

/**
 * Asks the registrar until when a customer's retired names are registered, where our record does not say so or is
 * over: it was written when the name was registered, which may have been renewed since.
 */
export async function refreshExpiry(
  { db, vendors }: Pick<Dependencies, 'db' | 'vendors'>,
  customerId: string,
  names: readonly string[],
): Promise<void> {
  const unsure = await db
    .selectDistinct({ name: domainNames.name })
    .from(domains)
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .where(
      and(
        eq(domains.customerId, customerId),
        inArray(domains.name, [...names]),
        eq(domains.want, 'retire'),
        eq(domains.source, 'bought'),
        eq(domainNames.registration, 'registered'),
        or(isNull(domainNames.expiresAt), lt(domainNames.expiresAt, sql`now()`)),
      ),
    )
  await Promise.all(
    unsure.map(async ({ name }) => {
      const found = await vendors.registrar.findRegistration(name, undefined, {
        interactive: true,
        patienceMs: 10_000,
      })
      const until = found?.state === 'registered' ? found.expiresAt : new Date()
      if (until) await db.update(domainNames).set({ expiresAt: until }).where(eq(domainNames.name, name))
    }),
  )
}
