import type { bundles, domainNames, domains } from '#base/db/schema/index.ts'
import { factsOf } from '#delivery/provisioning/facts.ts'

/** The holder of a name, as far as someone else may ask for it. */
export interface ForeignHolding {
  state: 'claimable'
  holding: typeof domains.$inferSelect
  bundle: typeof bundles.$inferSelect
}

type Holding = Pick<typeof domains.$inferSelect, 'source' | 'want' | 'deliveredAt'>
type Name = Pick<typeof domainNames.$inferSelect, 'facts' | 'registration' | 'expiresAt'>

/**
 * Whether our records leave room for someone else's proof that a held name is theirs: one to be bought that we have
 * not registered, or an own one that was never pointed here or is being given up (one that still points here shows
 * nobody's record). What the registrar says just now is asked besides, when it is taken.
 */
export function isClaimable(holding: Holding, name: Name | null): boolean {
  if (holding.source === 'bought') return name === null || !isRegisteredHere(name)
  if (holding.want !== 'run') return true
  return holding.deliveredAt === null && (name === null || factsOf(name).delegation?.ok !== true)
}

/** As far as we know: one whose year is over may have been renewed, and may be anybody's. */
const isRegisteredHere = ({ registration, expiresAt }: Name): boolean =>
  registration === 'registered' && (expiresAt === null || expiresAt.getTime() > Date.now())
