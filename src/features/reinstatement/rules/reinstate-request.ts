import * as z from 'zod/mini'
import { recordOf } from '#base/records/keys-of.ts'
import { boundedList } from '#base/text/bounded.ts'
import { accept, boundedText, type Outcome, refuse } from '#base/text/outcome.ts'
import { domainField } from '#features/names/rules/domain-name.ts'
import {
  type DomainType,
  domainTypeOf,
  domainTypes,
  platformOf,
  platformsOfDomains,
} from '#features/names/rules/domain-type.ts'
import { normalizeDomain } from '#features/names/rules/normalize-domain.ts'
import { noGroup } from '#features/orders/rules/order-groups.ts'
import { fullName, limitMessage, type PersonName, peopleMax } from '#features/people/rules/person-name.ts'
import { usernameUpdateMessages } from '#features/people/rules/username-update.ts'
import { domainsPerCallMax, type Platform, platforms } from '#features/plans/rules/catalog.ts'
import {
  fieldsOf,
  isFileTool,
  type SendingToolId,
  sendingToolIds,
  sendingTools,
  type ToolFieldName,
} from '#features/tools/rules/sending-tools.ts'
import { readWireValues, toolOfWireName } from '#features/tools/rules/tool-wire.ts'
import { type ReinstateDetails, type ReinstateForm, reinstateMessages } from './reinstate-form.ts'
import type { SelectedDomain } from './reinstate-selection.ts'
import { type DomainStanding, type ReinstatedShares, reinstatedShares } from './reinstate-shares.ts'

export const reinstateRequestMessages = {
  noDomains: 'No domains were selected for reinstatement.',
  tooManyDomains: `At most ${domainsPerCallMax} domains can be reinstated at a time`,
  domainTwice: usernameUpdateMessages.domainTwice,
  groupsDiffer: 'The domains of an order and of its groups differ',
  otherCounts: 'What comes back is other than what was shown. Please look at the users again and confirm.',
} as const

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''
type ValueName = SnakeCase<ToolFieldName>
/** How this call names a value of a tool: `apiKey` is `api_key`. */
const valueName = (field: string): ValueName =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ValueName
/** The values of all tools' fields; those of another tool are left out when they are read. */
const credentials = recordOf(
  sendingToolIds.flatMap((tool) => fieldsOf(tool)).map(({ name }) => valueName(name)),
  () => z.optional(boundedText(2000)),
)
const count = z.int().check(z.nonnegative())
const names = boundedList(domainField, {
  max: domainsPerCallMax,
  tooMany: reinstateRequestMessages.tooManyDomains,
})

/** The call's body. */
export const reinstateBody = z.strictObject({
  orders: boundedList(
    z.strictObject({
      azure_domains: names,
      google_domains: names,
      order_groups: boundedList(
        z.strictObject({
          group_id: z.optional(boundedText(64)),
          domain_type: z.enum(domainTypes),
          domains: names,
        }),
        { max: domainsPerCallMax, tooMany: reinstateRequestMessages.tooManyDomains },
      ),
    }),
    {
      max: domainsPerCallMax,
      tooMany: reinstateRequestMessages.tooManyDomains,
      none: reinstateRequestMessages.noDomains,
    },
  ),
  forwarding_domain: boundedText(500),
  organization_name: boundedText(200),
  /** Full name, and mailboxes on each domain as customers see them. */
  user_configurations: boundedList(
    z.strictObject({ name: boundedText(200), google_inboxes: count, azure_inboxes: count }),
    { max: peopleMax, tooMany: limitMessage(peopleMax), none: reinstateMessages.noUsers },
  ),
  sending_tool: z.strictObject({
    tool_type: z.enum(sendingToolIds.map((tool) => sendingTools[tool].reinstateName)),
    /** Saved credentials to keep using; secrets that are not sent along are taken from them. */
    connection_id: z.optional(boundedText(64)),
    /** Where mailboxes are handed over as a file. */
    export_type: z.optional(z.literal('csv')),
    ...credentials,
  }),
  google_drive_link: boundedText(500),
  /** Over all domains. */
  total_azure_inboxes: count,
  total_google_inboxes: count,
})
export type ReinstateBody = z.output<typeof reinstateBody>

const writeTool = ({
  tool,
  values,
  connectionId,
}: ReinstateDetails['tool']): ReinstateBody['sending_tool'] => {
  const sent: ReinstateBody['sending_tool'] = { tool_type: sendingTools[tool].reinstateName }
  if (connectionId) sent.connection_id = connectionId
  if (isFileTool(tool)) sent.export_type = 'csv'
  for (const { name } of fieldsOf(tool)) if (values[name]) sent[valueName(name)] = values[name]
  return sent
}

const namesOn = (domains: readonly SelectedDomain[], type: DomainType): string[] =>
  domains.filter(({ domainType }) => domainType === type).map(({ domain }) => normalizeDomain(domain))

/**
 * The body that reinstates these domains with what the wizard has checked: one order per group.
 * @param standing what stood on them, which decides what comes back
 */
export function buildReinstatement(
  domains: readonly SelectedDomain[],
  details: ReinstateDetails,
  standing: readonly DomainStanding[],
): ReinstateBody {
  const { shares, totals } = reinstatedShares(details.people, standing)
  const orders = [...Map.groupBy(domains, ({ groupId }) => groupId)].map(([groupId, members]) => ({
    azure_domains: namesOn(members, 'Azure'),
    google_domains: namesOn(members, 'Google'),
    order_groups: domainTypes
      .map((domain_type) => ({
        ...(groupId === noGroup ? {} : { group_id: groupId }),
        domain_type,
        domains: namesOn(members, domain_type),
      }))
      .filter((group) => group.domains.length > 0),
  }))
  return {
    orders,
    forwarding_domain: details.forwardingUrl,
    organization_name: details.companyName,
    user_configurations: shares.map((share) => ({
      name: fullName(share),
      google_inboxes: share.google,
      azure_inboxes: share.azure,
    })),
    sending_tool: writeTool(details.tool),
    google_drive_link: details.profilePictureLink,
    total_azure_inboxes: totals.azure,
    total_google_inboxes: totals.google,
  }
}

export interface Reinstatement {
  domains: { domain: string; platform: Platform; groupId: string | undefined }[]
  platforms: Platform[]
  /** Still to be checked by `checkReinstateForm`, together with the connection that `connectionId` names. */
  form: Omit<ReinstateForm, 'connection'> & { tool: SendingToolId }
  connectionId: string | undefined
  /** What the customer was shown to get, of each person in order and in all. */
  shown: Record<Platform, number[]> & { totals: Record<Platform, number> }
}

const personOf = (name: string): PersonName => {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name))

/** Reads a parsed body. What it says twice has to agree; its counts are for `isAsShown`, and never used. */
export function readReinstatement(body: ReinstateBody): Outcome<Reinstatement> {
  const domains = body.orders.flatMap((order) =>
    order.order_groups.flatMap(({ group_id, domain_type, domains }) =>
      domains.map((domain) => ({ domain, platform: platformOf[domain_type], groupId: group_id })),
    ),
  )
  if (domains.length === 0) return refuse('none', reinstateRequestMessages.noDomains)
  if (domains.length > domainsPerCallMax) return refuse('too_many', reinstateRequestMessages.tooManyDomains)
  if (new Set(domains.map(({ domain }) => domain)).size < domains.length)
    return refuse('domain_twice', reinstateRequestMessages.domainTwice)
  for (const { azure_domains, google_domains, order_groups } of body.orders) {
    const grouped = (type: DomainType) =>
      order_groups.flatMap((group) => (group.domain_type === type ? group.domains : []))
    if (!isSameSet(azure_domains, grouped('Azure')) || !isSameSet(google_domains, grouped('Google')))
      return refuse('groups_differ', reinstateRequestMessages.groupsDiffer)
  }
  const present = platformsOfDomains(domains.map(({ platform }) => ({ domainType: domainTypeOf[platform] })))
  const users = body.user_configurations.map(({ name }) => personOf(name))
  const tool = toolOfWireName(body.sending_tool.tool_type)!
  return accept({
    domains,
    platforms: present,
    form: {
      forwardingDomain: body.forwarding_domain,
      companyName: body.organization_name,
      users,
      profilePictureLink: body.google_drive_link,
      tool,
      toolValues: readWireValues(tool, body.sending_tool),
    },
    connectionId: body.sending_tool.connection_id,
    shown: {
      azure: body.user_configurations.map(({ azure_inboxes }) => azure_inboxes),
      google: body.user_configurations.map(({ google_inboxes }) => google_inboxes),
      totals: { azure: body.total_azure_inboxes, google: body.total_google_inboxes },
    },
  })
}

/** Whether a customer was shown what comes of it: else the page is old, or something was changed meanwhile. */
export const isAsShown = (
  shown: Reinstatement['shown'],
  { shares, totals }: Pick<ReinstatedShares, 'shares' | 'totals'>,
): boolean =>
  platforms.every(
    (platform) =>
      shown.totals[platform] === totals[platform] &&
      shown[platform].length === shares.length &&
      shares.every((share, at) => share[platform] === shown[platform][at]),
  )
