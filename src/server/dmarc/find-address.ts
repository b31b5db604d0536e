import { and, eq } from 'drizzle-orm'
import type { Platform } from '#shared/plans/catalog.ts'
import type { Db } from '../db/client.ts'
import { domains } from '../db/schema/index.ts'

/** Where a domain's reports go. */
export interface ReportAddress {
  domainId: string
  name: string
  platform: Platform
}

/** The domain that an address belongs to, while it runs. */
export async function findAddress(db: Db, address: string, host: string): Promise<ReportAddress | undefined> {
  const [token = '', at, ...others] = address.toLowerCase().split('@')
  if (at !== host || others.length > 0 || !/^[0-9a-f]{32}$/.test(token)) return undefined
  const [found] = await db
    .select({ domainId: domains.id, name: domains.name, platform: domains.platform })
    .from(domains)
    .where(and(eq(domains.reportToken, token), eq(domains.want, 'run')))
  return found
}
