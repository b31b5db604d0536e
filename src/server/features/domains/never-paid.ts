import { and, eq, isNotNull } from 'drizzle-orm'
import { domains } from '../../db/schema/index.ts'

/** A name that was held for a payment which never came: no order had it, and none shows it. */
export const neverPaid = and(eq(domains.want, 'hold'), isNotNull(domains.releasedAt))
