import { ne } from 'drizzle-orm'
import { domains } from '../../db/schema/index.ts'

/** Not only held for a payment: such a name is no order's yet, or was none's ever, and nothing shows or counts it. */
export const isOrdered = ne(domains.want, 'hold')
