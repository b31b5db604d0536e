import { and, eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domains } from '#base/db/schema/index.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'

/** Where a domain's reports go. */
export interface ReportAddress {
  /** In lower case. */
  address: string
  domainId: string
  name: string
  platform: Platform
  deliveredAt: Date | null
}

/** The domain that an address belongs to, while it runs. */
export async function findAddress(db: Db, given: string, host: string): Promise<ReportAddress | undefined> {
  const address = given.toLowerCase()
  const [token = '', at, ...others] = address.split('@')
  if (at !== host || others.length > 0 || !/^[0-9a-f]{32}$/.test(token)) return undefined
  const { id: domainId, name, platform, deliveredAt } = domains
  const [found] = await db
    .select({ domainId, name, platform, deliveredAt })
    .from(domains)
    .where(and(eq(domains.reportToken, token), eq(domains.want, 'run')))
  return found && { address, ...found }
}
