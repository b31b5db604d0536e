import { eq, sql } from 'drizzle-orm'
import { type AuditAction, audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { customers } from '#base/db/schema/index.ts'
import { notFound, ruleBroken } from '#base/http/refusal.ts'
import type { Queue } from '#base/queue/queue.ts'
import { isTakenBack } from '../../rules/account-matter.ts'
import { actMessages } from '../../rules/act-words.ts'
import { actingStates } from '../../rules/acts.ts'
import { type ActDomain, mayRest, readActDomains, wordsOf } from './read-acts.ts'
import { beginRest, dismissAct, endAct, wakeForLimits } from './write-act.ts'

interface Deps {
  db: Db
  queue: Queue
}

interface Answer {
  customerId: string
  domainId: string
}

const isActing = ({ act }: ActDomain): boolean => actingStates.some((state) => state === act?.state)

/** Has a domain rested that should rest. Said twice it is done once. Throws a `Refusal` where nothing asks for it. */
export const restDomain = (deps: Deps, answer: Answer): Promise<string> =>
  answered(deps, answer, async (tx, domain) => {
    if (isActing(domain)) return actMessages.resting
    if (!mayRest(domain) || isTakenBack(domain)) throw ruleBroken(actMessages.none)
    await beginRest(tx, domain, 'customer')
    await note(tx, domain, 'domain.rested', { why: wordsOf(domain).why })
    await wakeForLimits(tx, deps.queue, { resting: [domain.name] })
    return actMessages.resting
  })

/** The suggestion to rest a domain is not followed. Throws a `Refusal` where nothing is suggested. */
export const dismissRest = (deps: Deps, answer: Answer): Promise<string> =>
  answered(deps, answer, async (tx, domain) => {
    if (domain.act?.state === 'dismissed') return actMessages.dismissed
    if (domain.act?.state !== 'suggested' || !mayRest(domain)) throw ruleBroken(actMessages.none)
    await dismissAct(tx, domain, domain.act.id)
    await note(tx, domain, 'domain.rest_dismissed')
    return actMessages.dismissed
  })

/** Ends a rest at once: the limits are set back to what they were. Throws a `Refusal` where the domain does not rest. */
export const returnDomain = (deps: Deps, answer: Answer): Promise<string> =>
  answered(deps, answer, async (tx, domain) => {
    if (domain.act?.state === 'over') return actMessages.returned
    if (!domain.act || !isActing(domain)) throw ruleBroken(actMessages.none)
    await endAct(tx, domain, domain.act.id)
    await note(tx, domain, 'domain.returned')
    await wakeForLimits(tx, deps.queue, { returning: [domain.name] })
    return actMessages.returned
  })

/** What is decided about a domain, with nobody else who decides at the same time. */
const answered = (
  { db }: Deps,
  { customerId, domainId }: Answer,
  act: (tx: Db, domain: ActDomain) => Promise<string>,
): Promise<string> =>
  db.transaction(async (tx) => {
    await tx
      .select({ id: customers.id })
      .from(customers)
      .where(eq(customers.id, customerId))
      .for('no key update')
    const isTheirs = sql`h.customer_id = ${customerId} and h.domain_id = ${domainId}`
    const [domain] = await readActDomains(tx, isTheirs)
    if (domain) return act(tx, domain)
    const { rows } = await tx.execute(sql`select from domain_health h where ${isTheirs}`)
    if (rows.length > 0) throw ruleBroken(actMessages.none)
    throw notFound('This domain is not watched. It is from the moment that it is delivered.')
  })

const note = (tx: Db, { customerId, name }: ActDomain, action: AuditAction, data: object = {}) =>
  audit(tx, { customerId, actor: 'customer', action, data: { names: [name], ...data } })
