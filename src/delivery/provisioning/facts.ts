import type { domainNames } from '#base/db/schema/index.ts'
import type { ZoneRecord } from '#features/names/rules/kept-records.ts'
import type { PictureProblem } from '#features/people/rules/profile-picture-link.ts'
import type { DnsRecord } from '#vendors/ports/names.ts'
import type { Proof } from '../sending/proof/proof.ts'

type Fact<T = unknown> = T & { at: string }

/** What was last seen or done at the vendors for one name, each with the time it was read. */
export type Facts = {
  /**
   * The registrar held the name for us when this was read; `ended`: it does not any more. That it did is kept: what was
   * served is not paid back, and its mailboxes have their time of grace.
   */
  registration?: Fact<{ ended?: true }>
  autoRenew?: Fact<{ on: boolean }>
  /** A registration that the registry takes its time for, by the registrar's own id. */
  ordered?: Fact<{ externalId: string }>
  /**
   * Registered for us once, and in none of our accounts any more; `againAt`: when the operator last asked to order it anew,
   * which is a payment and so is nobody else's to ask.
   */
  gone?: Fact<{ againAt?: string | undefined }>
  /**
   * A renewal after the name expired, at `of`: noted before it is asked for, so that it is not paid for twice. Without
   * the registrar's own id, or while that is `unknownSince`, its answer was lost. `reason`: why it `failed`, in DNSimple's
   * words. `againAt`: when the operator last asked to try it again, which may be a second payment and so is nobody
   * else's to ask.
   */
  renewal?: Fact<{
    of: string | null
    externalId: string | null
    unknownSince?: string | undefined
    failed?: true
    reason?: string
    againAt?: string | undefined
  }>
  /** First seen to have ended, until it is registered again. `refusal`: for what its renewal waits, of the account. */
  lapsed?: Fact<{ refusal?: string | undefined }>
  /**
   * The registrar was asked until when it holds the name, whatever it said: names near their end take turns by this.
   * `told`: when the operator was last told that it does not renew itself, and may have renewed it there since. `unread`:
   * the registrar gave no answer that says so. Runs only keep it.
   */
  expiryAsked?: Fact<{ told?: string; unread?: true }>
  /** Its customer was told that this holding of it has no registration: it could not be had, or has ended. */
  lost?: Fact<{ domainId: string }>
  /** Its customer was told of these name servers, which show whose it is, for this holding of it. */
  proofTold?: Fact<{ domainId: string; nameServers: string[] }>
  /** By step, the wish at which the operator was last told that it is stuck. */
  alerted?: Fact<{ revs: Record<string, number> }>
  /**
   * Our DNS host serves the zone; `doubted`: it is to be looked for again. `isOurs`: it held nothing but what we wrote, so
   * whatever comes between is nobody's to lose.
   */
  zone?: Fact<{ doubted?: true; isOurs?: true }>
  /** What the parent zone says, by plain DNS; `isSigned`: also that the zone is signed, which ours are not. */
  delegation?: Fact<{ seen: string[]; ok: boolean; isSigned?: true }>
  /** Placed at this mailbox host. */
  host?: Fact<{ accountId: string }>
  /** Accounts at which an entry of the name may stand: noted before it is added, forgotten once it is removed. */
  addedTo?: Fact<{ accountIds: string[] }>
  verification?: Fact<{ record: DnsRecord }>
  /** `since`: when it was first seen so, which a repeated look leaves as it is. Facts of before that was noted lack it. */
  verified?: Fact<{ since?: string }>
  /** Where receivers are asked to report what they see of its mail, and were before: an address, or nowhere. */
  reports?: Fact<{ to: string | null; before?: string | null }>
  /** MX and SPF as the host wants them. */
  mailRecords?: Fact<{ records: DnsRecord[] }>
  dkim?: Fact<{ state: 'off' | 'created' | 'on'; records: DnsRecord[] }>
  /** The zone holds exactly the wanted records; the digest says which these were. */
  records?: Fact<{ digest: string }>
  /** What the zone holds that cannot stand beside them; it goes when its customer says so. */
  inTheWay?: Fact<{ records: ZoneRecord[] }>
  /** What is kept beside them that the DNS host refused, as it was told. */
  keptRefused?: Fact<{ lines: string[] }>
  /** Plain DNS shows the wanted records. */
  dns?: Fact<{ digest: string }>
  /** The host has exactly the wanted mailboxes. */
  mailboxes?: Fact<{ digest: string }>
  /** What becomes of its mail elsewhere. */
  proof?: Fact<Proof>
  /** The mailboxes show the picture behind the link; or it could not be fetched. */
  photo?: Fact<{ link: string; problem?: PictureProblem }>
  /** The sending tool can use exactly the wanted mailboxes. */
  tool?: Fact<{ digest: string }>
  /** The sending tool shows the daily limits of a domain that rests or returns. */
  coldLimit?: Fact<{ digest: string }>
  /**
   * Taken over as it stood, at an account: places of records that stay as they were found there, empty ones too. What is
   * ordered anew or placed elsewhere has the product's own.
   */
  takenOver?: Fact<{ accountId: string; places: { place: string; records: DnsRecord[] }[] }>
  /** The customer was told that everything is done (or the CSV was mailed) for this state. */
  delivered?: Fact<{ digest: string }>
  /** By step, what it found changed behind our back and puts right, for the timeline; kept until the step is done. */
  healing?: Fact<{ sentences: Record<string, string> }>
  /** Taking down was let through the gate. */
  retiring?: Fact
  /** Taking down. */
  /** The registrar does not hold the name for us. Where it never did, there is no `registration`, and its fee is owed back. */
  unregistered?: Fact
  unredirected?: Fact
  purged?: Fact
}
export type FactName = keyof Facts

/** A finished name comes back after this long at the earliest, and at the latest four hours later. */
export const driftAfterMs = 20 * 3600_000

/** How long a fact may be relied on. Without an entry: until someone asks for a new look. */
const maxAgeMs: Partial<Record<FactName, number>> = {
  // Old enough by the first drift check, or they would be looked at only by the second.
  delegation: driftAfterMs,
  dns: driftAfterMs,
  // Renewed by the account's listing before that; asked name by name only where the listing failed.
  mailboxes: 24 * 3600_000,
  tool: 24 * 3600_000,
  // Read again by every look at the name, since somebody may have set other ones.
  coldLimit: driftAfterMs,
  // Asked only of a picture that could not be fetched: it may be shared by then.
  photo: driftAfterMs,
  // Asked only where nothing could be proven.
  proof: driftAfterMs,
}

/** What the paged listings of a name's account and connection said. */
export type Listed = (typeof domainNames.$inferSelect)['listed']

const isListable = (name: FactName): name is FactName & keyof Listed =>
  name === 'mailboxes' || name === 'tool' || name === 'dkim' || name === 'proof' || name === 'coldLimit'

/** The row's column holds what steps have saved. */
export const factsOf = ({ facts }: { facts: Record<string, unknown> }): Facts => facts as Facts

/** Which facts may be relied on at a moment. */
export interface Freshness {
  now: Date
  /** Facts read before this count as stale: someone asked for a new look. */
  recheckBefore: Date | null
  listed?: Listed
}

/** The fact, if it is there and not too old to be relied on. */
export function freshFact<N extends FactName>(
  facts: Facts,
  name: N,
  { now, recheckBefore, listed = {} }: Freshness,
): Facts[N] | undefined {
  const fact = facts[name]
  if (!fact) return undefined
  let readAt = Date.parse(fact.at)
  const listing = isListable(name) ? listed[name] : undefined
  if (listing && Date.parse(listing.at) > readAt) {
    if (!listing.agrees) return undefined
    readAt = Date.parse(listing.at)
  }
  if (recheckBefore && readAt < recheckBefore.getTime()) return undefined
  const maxAge = maxAgeMs[name] ?? Number.POSITIVE_INFINITY
  return now.getTime() - readAt > maxAge ? undefined : fact
}

/** Whether the registrar holds the name for us, as far as is known. */
export const isRegistered = ({ registration }: Facts): boolean =>
  registration !== undefined && !registration.ended

/** Whether someone has said since it was read that a fact is wrong. */
export function isDisowned(facts: Facts, name: keyof Listed, { listed = {} }: Freshness): boolean {
  const [fact, said] = [facts[name], listed[name]]
  return fact !== undefined && said?.agrees === false && Date.parse(said.at) > Date.parse(fact.at)
}

/** The registrar held it for us, and does not any more. */
export const hasExpired = ({ registration }: Facts): boolean => registration?.ended === true

/** Facts that only mean something while a name is taken down; a name that runs again starts without them. */
export function withoutRetirement(facts: Facts): Facts {
  const { retiring, unregistered, unredirected, purged, ...rest } = facts
  return retiring || unregistered || unredirected || purged ? rest : facts
}
