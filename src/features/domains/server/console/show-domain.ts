import { and, asc, desc, eq, inArray, isNull, like, or } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainEvents, domainNames, domains, workItems } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import { withoutSecrets } from '#base/text/without-secrets.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Desired } from '#delivery/provisioning/desired.ts'
import { factsOf, hasExpired } from '#delivery/provisioning/facts.ts'
import { readDesired } from '#delivery/provisioning/read-desired.ts'
import type { StepId } from '#delivery/provisioning/step-ids.ts'
import { stepRules } from '#delivery/provisioning/step-rules.ts'
import { accusationsOfAccount } from '#features/capacity/server/hosts/accusations.ts'
import { readHealthState } from '#features/health/server/read/read-health-state.ts'
import { readStaffActivity } from '#features/orders/server/activity.ts'
import { renewalsToAskFor } from '#features/orders/server/retry-domain.ts'
import type { ConsoleDomainPage } from '../../api/console-domains.ts'
import { describeFacts } from './describe-facts.ts'
import { domainSentence } from './domain-sentence.ts'
import { answerText } from './last-answer.ts'
import { presentListed, selectDomains } from './list-domains.ts'
import { moveOptions } from './move-domain.ts'
import { renameOptions } from './rename-domain.ts'

const timelineShown = 200

/** One domain, with all that staff may know of it. Throws a `Refusal`. */
export async function showDomain(
  { db, config, brand }: Pick<Dependencies, 'db' | 'config' | 'brand'>,
  domainId: string,
  { seesMoney }: { seesMoney: boolean },
): Promise<ConsoleDomainPage> {
  const [row] = await selectDomains(db).where(eq(domains.id, domainId))
  if (!row) throw notFound('There is no such domain.')
  const { domain } = row
  const isReleased = domain.releasedAt !== null
  // What is known of a name, and its mailboxes, belong to whoever holds it.
  const [name, desired] = isReleased
    ? [undefined, { name: domain.name, holding: undefined, mailboxes: [] } satisfies Desired]
    : await Promise.all([readName(db, domain.name), readDesired(db, domain.name)])
  const items = isReleased ? [] : await openWorkItems(db, domain.name, row.connectionId)
  const now = new Date()
  const { recheckBefore = null, listed = {}, problem } = name ?? {}
  return {
    domain: presentListed(row),
    customerEmail: row.customerEmail,
    groupId: domain.bundleId,
    isReleased,
    sentence: domainSentence(
      {
        ...domain,
        isReleased,
        tool: row.tool,
        isServed: desired.holding?.isServed ?? false,
        standstill: row.standstill,
        doing: name?.step ? stepRules[name.step as StepId].doing(domain.platform) : null,
        ended: name && hasExpired(factsOf(name)) ? { byItself: problem?.kind !== 'rejected' } : null,
        answer: problem ? answerText(problem) : null,
        note: domain.statusNote,
        attempts: name?.attempts ?? 0,
        nextRunAt: name?.nextRunAt ?? null,
        openWorkItems: items.length,
      },
      now,
    ),
    accusations: row.account ? await accusationsOfAccount(db, row.account.id) : [],
    facts: name
      ? describeFacts(
          desired,
          name,
          { now, recheckBefore, listed },
          {
            nameServers: config.nameServers,
            account: row.account?.label ?? null,
          },
        )
      : [],
    health: await readHealthState(db, domainId),
    waitsForRenewal: (await renewalsToAskFor(db, eq(domains.id, domainId))).length > 0,
    answer: problem
      ? {
          who: problem.vendor ?? '–',
          asked: problem.operation ?? '–',
          said: withoutSecrets(problem.reason),
          kind: [problem.kind, problem.waitsFor].filter(Boolean).join(', waits for '),
          at: problem.at,
        }
      : null,
    timeline: await readTimeline(db, domain, { productName: brand.now.productName, seesMoney }),
    workItems: items,
    mailboxes: desired.mailboxes
      .filter((mailbox) => mailbox.domainId === domain.id)
      .map(({ id, address, hostState, want }) => ({
        id,
        address,
        state: hostState === want ? want : `${hostState ?? 'not made'}, wanted ${want}`,
      })),
    move: await moveOptions(db, domain),
    rename: await renameOptions(db, domain.id),
  }
}

const readName = async (db: Db, name: string) =>
  (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]

/** What is asked of a person about the name, or about the sending tool it goes to. */
async function openWorkItems(
  db: Db,
  name: string,
  connectionId: string,
): Promise<ConsoleDomainPage['workItems']> {
  const rows = await db
    .select()
    .from(workItems)
    .where(
      and(
        isNull(workItems.closedAt),
        or(inArray(workItems.subject, [name, connectionId]), like(workItems.subject, `${connectionId} %`)),
      ),
    )
    .orderBy(asc(workItems.createdAt))
  return rows.map(({ id, kind, createdAt, answeredAt }) => ({
    id,
    kind,
    since: createdAt.toISOString(),
    isAnswered: answeredAt !== null,
  }))
}

/** What happened to a domain and what was done to it, the latest first. */
async function readTimeline(
  db: Db,
  domain: typeof domains.$inferSelect,
  { productName, seesMoney }: { productName: string; seesMoney: boolean },
): Promise<ConsoleDomainPage['timeline']> {
  const events = await db
    .select({ at: domainEvents.at, sentence: domainEvents.sentence })
    .from(domainEvents)
    .where(eq(domainEvents.domainId, domain.id))
    .orderBy(desc(domainEvents.id))
    .limit(timelineShown)
  const acts = await readStaffActivity(db, domain.customerId, {
    subjects: [domain.id],
    names: [domain.name],
    productName,
    seesMoney,
  })
  return [
    ...events.map(({ at, sentence }) => ({ at: at.toISOString(), who: productName, sentence })),
    ...acts,
  ]
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, timelineShown)
}
