import type { Db } from './db/client.ts'
import { auditLog } from './db/schema/index.ts'

export interface AuditEntry {
  customerId?: string
  actor: 'customer' | 'operator' | 'system'
  /** What was done, as `noun.verb`: `session.started`, `credentials.revealed`. */
  action: string
  subject?: string
  data?: Record<string, unknown>
  /** Network address of the caller. */
  address?: string
}

/** Notes who did what. Inside a transaction it is there exactly if the deed is. */
export async function audit(db: Db, entry: AuditEntry): Promise<void> {
  await db.insert(auditLog).values(entry)
}
