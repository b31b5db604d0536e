import { mayStaff, type StaffRoleName } from '#base/access.ts'
import type { Db } from '#base/db/client.ts'
import { checksLooks } from '#base/db/schema/index.ts'
import { operatorCommand } from '#base/http/refusal.ts'
import type { Checks } from '../api/console-checks.ts'
import type { Finding } from '../rules/checks.ts'
import type { Told } from './check.ts'
import { goingLive } from './going-live.ts'

/**
 * What the last look found, as far as somebody in this role is told; null where nobody has looked yet. With how far going
 * live is, until the first delivered domain.
 */
export async function lastLook(db: Db, role: StaffRoleName): Promise<Checks> {
  const [kept] = await db.select().from(checksLooks)
  const look = kept
    ? {
        lookedAt: kept.lookedAt.toISOString(),
        lookedBy: kept.lookedBy,
        findings: kept.findings
          .filter(({ right }) => right === undefined || mayStaff(role, right))
          .map(({ right: _, step: __, ...told }) => inConsole(told)),
      }
    : null
  return { look, goingLive: (await goingLive(db, kept?.findings)) ?? null }
}

/** With where to press; where there is nothing to press, with who does it by which command. */
function inConsole({ press, commands = [], mend, ...finding }: Told): Finding {
  const how =
    press ??
    (commands.length > 0 &&
      `Whoever runs the installation does so with: ${commands.map(operatorCommand).join('; ')}`)
  const said = [mend, how].filter(Boolean).join(' ')
  return { ...finding, ...(said && { mend: said }) }
}
