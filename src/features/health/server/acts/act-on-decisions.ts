import { eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { customers, domainHealth, healthActs } from '#base/db/schema/index.ts'
import type { Queue } from '#base/queue/queue.ts'
import { isRunningAs } from '#delivery/domains/running.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import { isTakenBack } from '../../rules/account-matter.ts'
import {
  actingStates,
  asksForRest,
  chooseActs,
  followed,
  hasGate,
  hasOwnGate,
  overNow,
  type Standing,
} from '../../rules/acts.ts'
import type { HealthMode } from '../../rules/health-mode.ts'
import type { Incident } from '../../rules/incidents.ts'
import {
  type ActDomain,
  isAsking,
  mayRest,
  readActDomains,
  readIncidents,
  type WithAct,
} from './read-acts.ts'
import { beginRest, moveAct, suggestRest, wakeForLimits } from './write-act.ts'

interface Deps {
  db: Db
  queue: Queue
}

/**
 * Does what was decided since: suggests a rest or begins it, as each customer has it, and follows the rests that are open.
 * Found by comparing what is decided with what stands, so a round that was missed is made good by the next. Returns how
 * many customers something was done for.
 */
export async function actOnDecisions({ db, queue }: Deps): Promise<number> {
  const incidents = await readIncidents(db)
  const open = await readActDomains(db)
  const ids = new Set(open.filter((domain) => mayBeDue(domain, incidents)).map((each) => each.customerId))
  let acted = 0
  for (const id of [...ids].sort()) if (await actFor({ db, queue }, id, incidents)) acted++
  return acted
}

const hasOpen = (domain: ActDomain): domain is WithAct =>
  domain.act !== null && (domain.act.state === 'suggested' || isActing(domain))
const isActing = ({ act }: ActDomain): boolean => actingStates.some((state) => state === act?.state)

/** It returns, and what asks for its rest again may be taken back by what its account has said since: nobody knows yet. */
const isInDoubt = (domain: WithAct): boolean =>
  domain.act.state === 'returning' && domain.isOutdated && isTakenBack(domain)

/**
 * A rest that has begun is followed to its end; one that is only suggested is withdrawn once its account is accused no more.
 * While the account has said something that was not looked at yet, that is not known: it may be worse than before.
 */
function nextOf(domain: WithAct): Standing {
  const { act, state, share, tool, isOutdated } = domain
  const isWithdrawn = act.state === 'suggested' && !isOutdated && isTakenBack(domain)
  if (isFileTool(tool) || isWithdrawn) return overNow
  if (isInDoubt(domain)) return act
  return followed(act, { state, share })
}
/** Where its rest stands is not where it should, or what asks for it now is something else. */
const isMoving = (domain: ActDomain): domain is WithAct => {
  if (!hasOpen(domain)) return false
  const next = nextOf(domain)
  const isAskedAnew = asksForRest(domain.state) && !domain.act.isOfNow && !isInDoubt(domain)
  return isAskedAnew || next.state !== domain.act.state || next.share !== domain.act.share
}
/** Nobody has answered yet whether it should rest; what is suggested already is only asked again where it may begin by itself. */
const isUnanswered = (domain: ActDomain): boolean =>
  mayRest(domain) &&
  !isTakenBack(domain) &&
  (domain.act === null || (domain.act.state === 'suggested' && domain.mode === 'enforce'))

const mayBeDue = (domain: ActDomain, incidents: readonly Incident[]): boolean =>
  isMoving(domain) || (isUnanswered(domain) && isAsking(domain, incidents))

async function actFor(
  { db, queue }: Deps,
  customerId: string,
  incidents: readonly Incident[],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // One round at a time, and none while the customer answers or chooses: each has seen what the one before did. Not so
    // firmly that whoever writes of the customer's domains would wait: steps hold names, which are woken here.
    const [customer] = await tx
      .select({ mode: customers.healthMode })
      .from(customers)
      .where(eq(customers.id, customerId))
      .for('no key update')
    if (!customer) return false
    const known = await readActDomains(tx, sql`h.customer_id = ${customerId}`)
    const { resting, returning, moved } = await follow(tx, known.filter(isMoving))
    const asking = known.filter((domain) => isUnanswered(domain) && isAsking(domain, incidents))
    const { rest, suggested } = await answer(tx, customerId, customer.mode, asking)
    await wakeForLimits(tx, queue, { resting: [...resting, ...rest], returning })
    return moved + rest.length + suggested > 0
  })
}

async function follow(tx: Db, moving: readonly WithAct[]) {
  const [resting, returning]: [string[], string[]] = [[], []]
  for (const domain of moving) {
    const next = nextOf(domain)
    if (!(await moveAct(tx, domain, next))) continue
    if (next.state === 'resting') resting.push(domain.name)
    else returning.push(domain.name)
  }
  return { resting, returning, moved: moving.length }
}

async function answer(tx: Db, customerId: string, mode: HealthMode, asking: readonly ActDomain[]) {
  if (asking.length === 0) return { rest: [], suggested: 0 }
  const facts = {
    domains: await tx.$count(
      domainHealth,
      sql`${domainHealth.customerId} = ${customerId} and ${domainHealth.dueAt} is not null
        and exists (select from domains d where d.id = ${domainHealth.domainId} and ${isRunningAs('d')})`,
    ),
    restedToday: await tx.$count(
      healthActs,
      sql`${healthActs.customerId} = ${customerId} and ${healthActs.by} = 'system'
        and ${healthActs.restedAt} > now() - interval '1 day'`,
    ),
    asking: asking.map((domain) => ({
      ...domain,
      isGate: hasGate(domain.signals),
      isOwnGate: hasOwnGate(domain.signals),
    })),
  }
  const { rest, suggest } = chooseActs(mode, facts)
  for (const domain of rest) await beginRest(tx, domain, 'system')
  const fresh = suggest.filter(({ act }) => act === null)
  for (const domain of fresh) await suggestRest(tx, domain)
  return { rest: rest.map(({ name }) => name), suggested: fresh.length }
}
