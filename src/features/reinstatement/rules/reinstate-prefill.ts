import * as z from 'zod/mini'
import { boundedList } from '#base/text/bounded.ts'
import type { WantedPlaces } from '#features/capacity/rules/room-words.ts'
import { domainField } from '#features/names/rules/domain-name.ts'
import { platformOf } from '#features/names/rules/domain-type.ts'
import { normalizeDomain } from '#features/names/rules/normalize-domain.ts'
import type { PersonShare } from '#features/people/rules/username-update.ts'
import { domainsPerCallMax, type Platform } from '#features/plans/rules/catalog.ts'
import { unknownTool } from '#features/tools/rules/sending-tools.ts'
import { defaultBisonUrl, defaultSendingTool, storedFields } from '#features/tools/rules/tool-credentials.ts'
import { readWireValues, toolOfWireName } from '#features/tools/rules/tool-wire.ts'
import type { ReinstateForm } from './reinstate-form.ts'
import { reinstateRequestMessages } from './reinstate-request.ts'
import { orderCards, type SelectedDomain } from './reinstate-selection.ts'
import type { DomainStanding } from './reinstate-shares.ts'
import { type ReinstateUser, reinstateUsers } from './reinstate-users.ts'

export const reinstatePrefillBody = z.strictObject({
  domains: boundedList(domainField, {
    max: domainsPerCallMax,
    tooMany: reinstateRequestMessages.tooManyDomains,
    none: reinstateRequestMessages.noDomains,
  }),
})

/** How a domain was set up when it was last delivered. */
const prefillRecord = z.object({
  forwardingDomain: z.string(),
  organizationName: z.string(),
  /** "Instantly", "Email Bison" */
  sendingTool: z.string(),
  /** A list of people as JSON text: see `writePeopleText`. */
  firstAndLastName: z.string(),
  /** What the domain was when it was last delivered. */
  status: z.string(),
  /** It costs its price again: its registration has run out, or what was paid for it went back. */
  costsAgain: z.boolean(),
  /** Its mailboxes are made anew, where there is room for them: those that it had are gone, or never were. */
  needsPlace: z.boolean(),
  profilePictureLink: z.string(),
  /** The saved credentials behind `toolData`; send it back to keep using them. */
  connectionId: z.optional(z.string()),
  /** The tool's values, as `writeWireValues` names them in a prefill; secrets are masked. */
  toolData: z.record(z.string(), z.string()),
})
export type PrefillRecord = z.output<typeof prefillRecord>

export const reinstatePrefillResponse = z.object({
  success: z.boolean(),
  totalRecords: z.number(),
  /** Records of each domain, the newest first; a domain without any is absent. */
  ordersByDomain: z.record(z.string(), z.array(prefillRecord)),
})
type ReinstatePrefillResponse = z.output<typeof reinstatePrefillResponse>

/** People and their mailboxes per domain as a record holds them. */
export const writePeopleText = (people: readonly PersonShare[], platform: Platform): string =>
  JSON.stringify(
    people.map((person) => ({
      firstName: person.firstName,
      lastName: person.lastName,
      count: person[platform],
    })),
  )

/** `count`: mailboxes on the record's domain. */
const personText = z.object({
  firstName: z.string(),
  lastName: z.string(),
  count: z.int().check(z.nonnegative()),
})

/** Reads the people of a record; what is no person is left out. */
export function readPeopleText(text: string): z.output<typeof personText>[] {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) return []
    return list.flatMap((entry) => {
      const parsed = personText.safeParse(entry)
      return parsed.success ? [parsed.data] : []
    })
  } catch {
    return []
  }
}

/** What the wizard starts with. */
export interface ReinstateStart extends Omit<ReinstateForm, 'users'> {
  users: ReinstateUser[]
}

/** The wizard before anything is known. */
export const emptyReinstateForm: ReinstateStart = {
  forwardingDomain: '',
  companyName: '',
  users: [],
  profilePictureLink: '',
  tool: defaultSendingTool,
  toolValues: { url: defaultBisonUrl },
}

/** The newest record of each of the chosen domains that has one. */
const newestRecords = (
  domains: readonly Pick<SelectedDomain, 'domain'>[],
  { ordersByDomain }: Pick<ReinstatePrefillResponse, 'ordersByDomain'>,
): { name: string; record: PrefillRecord }[] =>
  domains.flatMap(({ domain }) => {
    const name = normalizeDomain(domain)
    const [record] = Object.hasOwn(ordersByDomain, name) ? ordersByDomain[name]! : []
    return record ? [{ name, record }] : []
  })

/** What stood on each of the chosen domains when it was last delivered; of one that has no record nothing is known. */
export const standingOn = (
  domains: readonly SelectedDomain[],
  answer: Pick<ReinstatePrefillResponse, 'ordersByDomain'>,
): DomainStanding[] => {
  const records = new Map(newestRecords(domains, answer).map(({ name, record }) => [name, record]))
  return domains.map(({ domain, domainType }) => {
    const platform = platformOf[domainType]
    const people = readPeopleText(records.get(normalizeDomain(domain))?.firstAndLastName ?? '')
    const before = people.map(({ firstName, lastName, count }) => ({
      firstName,
      lastName,
      azure: 0,
      google: 0,
      [platform]: count,
    }))
    return { platform, before }
  })
}

/** Whom each of several orders was for, as their cards are numbered: "Acme (Order #1)". One name replaces them all. */
export function companiesReplaced(
  domains: readonly SelectedDomain[],
  answer: Pick<ReinstatePrefillResponse, 'ordersByDomain'>,
): string[] {
  const cards = orderCards(domains)
  if (cards.length < 2) return []
  const named = cards.map((card) => ({
    label: card.label,
    name: newestRecords(card.domains, answer)[0]?.record.organizationName ?? '',
  }))
  if (new Set(named.map(({ name }) => name)).size < 2) return []
  return named.filter(({ name }) => name !== '').map(({ name, label }) => `${name} (${label})`)
}

/** Those of the chosen domains that cost extra. */
export const domainsThatCost = (...chosen: Parameters<typeof newestRecords>): string[] =>
  newestRecords(...chosen)
    .filter(({ record }) => record.costsAgain)
    .map(({ name }) => name)

/** The places that the chosen domains need; of one that has no record nothing is known. */
export function placesForChosen(
  domains: readonly SelectedDomain[],
  answer: Pick<ReinstatePrefillResponse, 'ordersByDomain'>,
): WantedPlaces {
  const records = newestRecords(domains, answer)
  const without = new Set(records.filter(({ record }) => record.needsPlace).map(({ name }) => name))
  const needed: WantedPlaces['needed'] = { azure: 0, google: 0 }
  for (const { domain, domainType } of domains)
    if (without.has(normalizeDomain(domain))) needed[platformOf[domainType]] += 1
  return { needed, areSomeKept: without.size < records.length }
}

/**
 * Fills the wizard from the records of the chosen domains: the settings of the first domain that has a
 * record, and the people of all of them.
 */
export function prefillReinstateForm(...chosen: Parameters<typeof newestRecords>): ReinstateStart {
  const records = newestRecords(...chosen).map(({ record }) => record)
  const [first] = records
  if (!first) return emptyReinstateForm
  const tool = toolOfWireName(first.sendingTool) ?? unknownTool
  const values = readWireValues(tool, first.toolData)
  const storedSecrets = storedFields(values)
  for (const name of storedSecrets) delete values[name]
  return {
    forwardingDomain: first.forwardingDomain,
    companyName: first.organizationName,
    users: reinstateUsers(records.flatMap((record) => readPeopleText(record.firstAndLastName))),
    profilePictureLink: records.find((record) => record.profilePictureLink)?.profilePictureLink ?? '',
    tool,
    toolValues: { url: defaultBisonUrl, ...values },
    connection:
      first.connectionId === undefined ? undefined : { id: first.connectionId, tool, storedSecrets },
  }
}
