import { mayStaff, type StaffRoleName } from '#shared/access.ts'
import type { LastLook } from '#shared/api/console/checks.ts'
import type { Db } from '../../db/client.ts'
import { checksLooks } from '../../db/schema/index.ts'

/** What the last look found, as far as somebody in this role is told; null where nobody has looked yet. */
export async function lastLook(db: Db, role: StaffRoleName): Promise<LastLook | null> {
  const [kept] = await db.select().from(checksLooks)
  return kept
    ? {
        lookedAt: kept.lookedAt.toISOString(),
        lookedBy: kept.lookedBy,
        findings: kept.findings
          .filter(({ right }) => right === undefined || mayStaff(role, right))
          .map(({ right: _, ...finding }) => finding),
      }
    : null
}
