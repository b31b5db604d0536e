import { and, eq } from 'drizzle-orm'
import type { BodyOf } from '#base/api/endpoint.ts'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { costs } from '#base/db/schema/index.ts'
import { invalid, notFound } from '#base/http/refusal.ts'
import { formatUsd } from '#base/text/usd.ts'
import { platforms } from '#features/plans/rules/catalog.ts'
import type { enterCost as record, removeCost as removal } from '../api/console-money.ts'
import { subjectText } from '../rules/cost-of.ts'
import { costKinds } from '../rules/money-words.ts'

/** Notes what something costs from a month on. Returns what was noted, as a sentence. */
export async function enterCost(db: Db, body: BodyOf<typeof record>): Promise<string> {
  const { kind, cents, from } = body
  const subject = body.subject.trim().toLowerCase().replace(/^\./, '')
  const { of, title, per } = costKinds[kind]
  if (of === 'platform' && !platforms.some((platform) => platform === subject))
    throw invalid(`${title} are of ${platforms.join(' or ')}.`, { subject: 'Please choose one of them.' })
  if (of === 'tld' && !/^[a-z](?:[a-z0-9-]{0,61})[a-z0-9]$/.test(subject))
    throw invalid('Please name an ending like com.', { subject: 'An ending has letters and digits only.' })
  await db.transaction(async (tx) => {
    await tx
      .insert(costs)
      .values({ id: newId('cost'), kind, subject, cents, validFrom: `${from}-01` })
      .onConflictDoUpdate({ target: [costs.kind, costs.subject, costs.validFrom], set: { cents } })
    await audit(tx, {
      actor: 'operator',
      action: 'cost.entered',
      subject: `${kind} ${subject}`,
      data: { cents, from },
    })
  })
  return `${title}, ${subjectText(kind, subject)}: ${formatUsd(cents)} per ${per} from ${from} on.`
}

/** Takes a cost away that was entered wrongly. Returns so, as a sentence; throws a `Refusal` where there is none. */
export async function removeCost(db: Db, { kind, subject, from }: BodyOf<typeof removal>): Promise<string> {
  const what = `${costKinds[kind].title}, ${subjectText(kind, subject)}`
  await db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(costs)
      .where(and(eq(costs.kind, kind), eq(costs.subject, subject), eq(costs.validFrom, `${from}-01`)))
      .returning({ cents: costs.cents })
    if (!removed) throw notFound(`${what} has no cost that was entered for ${from}.`)
    await audit(tx, {
      actor: 'operator',
      action: 'cost.removed',
      subject: `${kind} ${subject}`,
      data: { cents: removed.cents, from },
    })
  })
  return `${what}: the cost from ${from} on is removed.`
}
