import type { Fee } from '#base/db/left-of-payment.ts'
import type { domainNames, domains } from '#base/db/schema/index.ts'
import { isPaidFor } from '#delivery/domains/paid-for.ts'
import { factsOf, hasExpired } from '#delivery/provisioning/facts.ts'
import type { DomainDetails } from '#features/domains/api/domain-details.ts'
import { changeText } from '#features/domains/rules/domain-change.ts'
import type { TroubleCause } from '#features/domains/rules/domain-trouble.ts'
import type { ListedDomain } from '../api/orders.ts'

/** A holding with what is known of why it does not go on. */
export interface HeldUp {
  domain: Pick<
    typeof domains.$inferSelect,
    | 'status'
    | 'statusNote'
    | 'source'
    | 'want'
    | 'changing'
    | 'takenAt'
    | 'replacedAt'
    | 'releasedAt'
    | 'deliveredAt'
  >
  /** Absent before it is paid for. */
  name: Pick<typeof domainNames.$inferSelect, 'registration' | 'problem' | 'facts'> | null
  /** What was paid for it, of one that could not be registered; the latest first. */
  fees: readonly Fee[]
  isServed: boolean
}

/** What recorded facts of a name say belongs to its present holder, who wants it and is not served by it yet. */
export const isUnderWay = ({ domain, name }: Pick<HeldUp, 'domain' | 'name'>): boolean =>
  domain.releasedAt === null && name !== null && domain.want === 'run' && domain.status !== 'done'

/** Its registration has ended: only the operator can renew it. */
export const isOver = (name: HeldUp['name']): boolean => name !== null && hasExpired(factsOf(name))

/** Whether another domain may be chosen for one that is not set up, and whether that is paid for. */
export function anotherDomainFor(held: HeldUp): DomainDetails['anotherDomain'] {
  const { domain, name, fees, isServed } = held
  if (!isServed || domain.replacedAt !== null) return null
  if (domain.takenAt) return 'priced'
  if (!isUnderWay(held)) return null
  if (domain.status === 'error')
    return isPaidFor(domain, name && { ...name, hasEnded: isOver(name) }, fees) ? 'free' : 'priced'
  // It may be mistyped: as long as it waits for its owner, nobody is served by it.
  return domain.source === 'own' && domain.deliveredAt === null ? 'priced' : null
}

/** What the list tells of a domain that does not go on before someone acts; undefined of any other. */
export function troubleOf(held: HeldUp, now: Date): ListedDomain['trouble'] {
  const { domain, isServed } = held
  if (domain.replacedAt !== null || !isServed) return undefined
  const cause = causeOf(held)
  if (!cause) return undefined
  const note =
    domain.status === 'done' && domain.changing ? changeText(domain.changing, now) : domain.statusNote
  return { cause, note: note ?? undefined, anotherDomain: anotherDomainFor(held) ?? undefined }
}

function causeOf({ domain, name }: HeldUp): TroubleCause | undefined {
  if (domain.status === 'done') return domain.changing?.why === 'failed' ? 'change' : undefined
  if (domain.status === 'error') {
    if (domain.takenAt) return 'taken'
    if (isOver(name)) return 'ended'
    if (name?.problem?.kind !== 'rejected') return 'failing'
    return domain.source === 'bought' && name.registration !== 'registered' ? 'unregistered' : 'refused'
  }
  if (domain.status !== 'pending') return undefined
  return name?.problem?.kind === 'unauthorised' ? 'credentials' : 'owner'
}
