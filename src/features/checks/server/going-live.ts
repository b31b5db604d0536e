import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { auditLog, customers, domains, type KeptFinding } from '#base/db/schema/index.ts'
import { isNotDeep } from '#delivery/domains/deep-customer.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import type { GoingLiveStep, GoingLiveStepId } from '../rules/going-live.ts'

/**
 * How far a new installation is, by what the last look found; undefined from the first delivered domain on, which has
 * shown all of it.
 */
export async function goingLive(
  db: Db,
  findings: readonly KeptFinding[] | undefined,
): Promise<GoingLiveStep[] | undefined> {
  if (await hasDelivered(db)) return undefined
  const found = (step: GoingLiveStepId): GoingLiveStep => {
    const of = findings?.filter((finding) => finding.step === step) ?? []
    const wrong = of.filter(({ ok }) => !ok)
    if (of.length === 0) return { step, state: 'not_proven', about: 'Nobody has looked yet: run the checks.' }
    // One place for mailboxes is enough to begin with.
    const isEnough = step === 'host' ? wrong.length < of.length : wrong.length === 0
    return isEnough
      ? {
          step,
          state: 'done',
          about: `${of
            .filter(({ ok }) => ok)
            .map(({ what }) => what)
            .join(', ')}.`,
        }
      : { step, state: 'missing', about: wrong.map(({ what, reason }) => `${what}: ${reason}.`).join(' ') }
  }
  return [
    ...(['registrar', 'host', 'probes', 'payments', 'mail'] as const).map(found),
    await toolsTried(db),
    { step: 'order', state: 'not_proven', about: 'Add yourself as a customer and order one domain.' },
  ]
}

async function hasDelivered(db: Db): Promise<boolean> {
  const [delivered] = await db
    .select({ id: domains.id })
    .from(domains)
    .innerJoin(customers, eq(customers.id, domains.customerId))
    .where(and(isNotNull(domains.deliveredAt), isNotDeep))
    .limit(1)
  return delivered !== undefined
}

/** Which hosts and tools a deep look has proven. */
async function toolsTried(db: Db): Promise<GoingLiveStep> {
  const tried = await db
    .selectDistinct({
      platform: sql<'azure' | 'google'>`${auditLog.data} ->> 'platform'`,
      tool: sql<keyof typeof sendingToolNames>`${auditLog.data} ->> 'tool'`,
    })
    .from(auditLog)
    .where(eq(auditLog.action, 'doctor.deep_proven'))
  return tried.length === 0
    ? {
        step: 'tools',
        state: 'not_proven',
        about: 'Before any sale, run doctor --deep for each host and tool that you sell.',
      }
    : {
        step: 'tools',
        state: 'done',
        about: `${tried.map(({ platform, tool }) => `${sendingToolNames[tool]} at ${platform === 'azure' ? 'Microsoft' : 'Google'}`).join(', ')}. Run doctor --deep for every other host and tool that you sell.`,
      }
}
