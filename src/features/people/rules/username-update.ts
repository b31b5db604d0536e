import * as z from 'zod/mini'
import { boundedList } from '#base/text/bounded.ts'
import { accept, boundedText, type Outcome, refuse } from '#base/text/outcome.ts'
import { domainField } from '#features/names/rules/domain-name.ts'
import { type DomainType, platformOf, platformsOfDomains } from '#features/names/rules/domain-type.ts'
import { normalizeDomain } from '#features/names/rules/normalize-domain.ts'
import type { GroupPeople } from '#features/orders/rules/changed-meanwhile.ts'
import {
  domainsPerCallMax,
  type Platform,
  platformContents,
  platforms,
} from '#features/plans/rules/catalog.ts'
import { type Contents, provisionedPerDomain, shownPerDomain } from '#features/plans/rules/inbox-split.ts'
import {
  checkPersonName,
  fullNameKey,
  limitMessage,
  type PersonName,
  peopleMax,
  personNameMessages,
} from './person-name.ts'

export const usernameUpdateMessages = {
  noDomains: 'Please choose at least one domain',
  tooManyDomains: `At most ${domainsPerCallMax} domains can be changed at a time`,
  domainTwice: 'A domain is listed twice',
  otherPeople: 'All domains must be given the same users',
  noBasis: 'Please say who the users of every order were when you began',
  outdatedPage: 'This page is of an older version. Please reload it and try again.',
  otherCounts: 'The inbox counts have changed. Please reload the page and try again.',
} as const

/** A person and how many mailboxes they have on each domain of a platform. */
export interface PersonShare extends PersonName, Record<Platform, number> {}

const divide = (
  perDomain: (platform: Platform, people: number) => number[],
  people: readonly PersonName[],
  present: Iterable<Platform>,
): PersonShare[] => {
  const counts: Record<Platform, number[]> = { azure: [], google: [] }
  for (const platform of present) counts[platform] = perDomain(platform, people.length)
  return people.map(({ firstName, lastName }, index) => ({
    firstName,
    lastName,
    azure: counts.azure[index] ?? 0,
    google: counts.google[index] ?? 0,
  }))
}

/**
 * Mailboxes per domain that people get on the platforms an order has: on Entra all are divided evenly, the
 * remainder to the first people; on Google all go to the first person.
 */
export const provisionedShares = (
  people: readonly PersonName[],
  present: Iterable<Platform>,
  contents: Contents = platformContents,
): PersonShare[] =>
  divide((platform, count) => provisionedPerDomain(platform, count, contents), people, present)

/** The same as customers see it: the spare mailboxes left out. */
export const shownShares = (
  people: readonly PersonName[],
  present: Iterable<Platform>,
  contents: Contents = platformContents,
): PersonShare[] => divide((platform, count) => shownPerDomain(platform, count, contents), people, present)

/** Mailboxes on each domain, as a plan gives them. */
const perDomain = z.int().check(z.gte(0), z.lte(1000))

const username = z.pipe(
  z.strictObject({
    firstName: boundedText(200),
    lastName: boundedText(200),
    user: perDomain,
    /** Signatures are set by the bulk tools. */
    signature: z.literal(''),
  }),
  z.transform((typed, context) => {
    const name = checkPersonName(typed, 'orders')
    if (name.ok) return { ...typed, ...name.value }
    context.issues.push({ code: 'custom', message: name.problem.message, input: typed })
    return z.NEVER
  }),
)

const bounds = {
  max: domainsPerCallMax,
  tooMany: usernameUpdateMessages.tooManyDomains,
  none: usernameUpdateMessages.noDomains,
}

/** As they are: what was brought in may be any number. A page from before they were asked for does not say them. */
const presentPerDomain = z
  .int({ error: ({ input }) => (input === undefined ? usernameUpdateMessages.outdatedPage : undefined) })
  .check(z.gte(0))

/**
 * Who the people of each group were when the customer looked, and how many mailboxes each had, spare ones included: the
 * change is refused when either is otherwise by now.
 */
const basedOn = boundedList(
  z.strictObject({
    groupId: boundedText(64),
    people: boundedList(
      z.strictObject({
        firstName: boundedText(200),
        lastName: boundedText(200),
        azure: presentPerDomain,
        google: presentPerDomain,
      }),
      { max: peopleMax, tooMany: limitMessage(peopleMax) },
    ),
  }),
  { max: domainsPerCallMax, tooMany: usernameUpdateMessages.tooManyDomains },
)

/** The call's body: for the domains of each platform, who shall be on them. */
export const usernameUpdateBody = boundedList(
  z.strictObject({
    domains: boundedList(domainField, bounds),
    type: z.enum(platforms),
    basedOn,
    username: boundedList(username, {
      max: peopleMax,
      tooMany: limitMessage(peopleMax),
      none: personNameMessages.noneLeft,
    }),
  }),
  bounds,
)
export type UsernameUpdateBody = z.input<typeof usernameUpdateBody>

/** What the call asks for: one list of people for all of its domains. */
export interface UsernameUpdate {
  people: PersonName[]
  /** All that was said of who they were before, and what they had. */
  basedOn: GroupPeople[]
  domains: { domain: string; platform: Platform }[]
}

/** The body that gives these people to these domains, whose groups had those of `before`. */
export function buildUsernameUpdate(
  people: readonly PersonName[],
  domains: readonly { domain: string; domainType: DomainType }[],
  before: readonly GroupPeople[],
): UsernameUpdateBody {
  const basedOn = before.map(({ groupId, people: some }) => ({
    groupId,
    people: some.map(({ firstName, lastName, azure, google }) => ({ firstName, lastName, azure, google })),
  }))
  const present = platformsOfDomains(domains)
  const shares = provisionedShares(people, present)
  return present.map((type) => ({
    domains: domains
      .filter(({ domainType }) => platformOf[domainType] === type)
      .map(({ domain }) => normalizeDomain(domain)),
    type,
    basedOn,
    username: shares.map((share) => ({
      firstName: share.firstName,
      lastName: share.lastName,
      user: share[type],
      signature: '' as const,
    })),
  }))
}

/**
 * Reads a parsed body. The counts it brings are compared, never used: a request with others is of an old page or
 * is trying something.
 */
export function readUsernameUpdate(
  body: z.output<typeof usernameUpdateBody>,
  contents: Contents = platformContents,
): Outcome<UsernameUpdate> {
  const domains = body.flatMap((group) => group.domains.map((domain) => ({ domain, platform: group.type })))
  if (domains.length > domainsPerCallMax) return refuse('too_many', usernameUpdateMessages.tooManyDomains)
  if (new Set(domains.map(({ domain }) => domain)).size < domains.length)
    return refuse('domain_twice', usernameUpdateMessages.domainTwice)
  const people = body[0]!.username.map(({ firstName, lastName }) => ({ firstName, lastName }))
  const keys = people.map(fullNameKey)
  if (new Set(keys).size < keys.length) return refuse('duplicate', personNameMessages.duplicate)
  for (const group of body) {
    if (
      group.username.length !== keys.length ||
      !group.username.every((each, i) => fullNameKey(each) === keys[i])
    )
      return refuse('other_people', usernameUpdateMessages.otherPeople)
    const counts = provisionedPerDomain(group.type, people.length, contents)
    if (!group.username.every(({ user }, index) => user === counts[index]))
      return refuse('other_counts', usernameUpdateMessages.otherCounts)
  }
  return accept({ people, domains, basedOn: body.flatMap((group) => group.basedOn) })
}
