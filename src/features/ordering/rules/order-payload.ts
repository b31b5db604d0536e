import * as z from 'zod/mini'
import { boundedList, boundedRecord } from '#base/text/bounded.ts'
import { boundedText } from '#base/text/outcome.ts'
import { peopleMax } from '#features/people/rules/person-name.ts'
import { profilePictureLinkMaxLength } from '#features/people/rules/profile-picture-link.ts'
import {
  type DomainOption,
  domainsPerCallMax,
  orderCountMax,
  planIds,
  platforms,
} from '#features/plans/rules/catalog.ts'
import { planNames } from '#features/plans/rules/plan-names.ts'
import { sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import { sentBasics } from './order-basics.ts'

/** How an order names where its domains come from. */
export const domainOptionOf = {
  i_have_my_own_domains: 'own',
  purchase_domain_for_me: 'purchase',
} as const satisfies Record<string, DomainOption>
type DomainOptionName = keyof typeof domainOptionOf
export const domainOptionName: Record<DomainOption, DomainOptionName> = {
  own: 'i_have_my_own_domains',
  purchase: 'purchase_domain_for_me',
}

const domainText = boundedText(253)
const platform = z.enum(platforms)
/** A tool's values under outside names; or `connection_id`, the saved connection whose values they are. */
const credentials = boundedRecord(z.record(boundedText(50), boundedText(2000)), { max: 50 })

/** One order as it is sent: one bundle's worth of domains, and what all bundles share. */
const orderSet = z.strictObject({
  plan: z.enum(planIds.map((plan) => planNames[plan].order)),
  domain_configuration: z.strictObject({
    domain_option: z.enum(['i_have_my_own_domains', 'purchase_domain_for_me']),
    domains: boundedList(z.strictObject({ domain: domainText, type: platform }), {
      max: domainsPerCallMax,
    }),
  }),
  forwarding_setup: sentBasics,
  tool_setup: z.union([
    z.strictObject({
      selected_tools: boundedList(z.enum(sendingToolIds), { max: sendingToolIds.length }),
      tool_credentials: boundedRecord(z.partialRecord(z.enum(sendingToolIds), credentials), {
        max: sendingToolIds.length,
      }),
    }),
    z.strictObject({ tool_name: z.enum(sendingToolIds), credentials: z.optional(credentials) }),
  ]),
  user_configuration: boundedList(
    z.strictObject({
      first_name: boundedText(200),
      last_name: boundedText(200),
      /** On each of the domains. */
      number_of_inboxes: z.int().check(z.nonnegative()),
      domain_type: platform,
      domains: boundedList(domainText, { max: domainsPerCallMax }),
      profile_picture_link: z.optional(boundedText(profilePictureLinkMaxLength)),
    }),
    { max: peopleMax * platforms.length },
  ),
})
export type OrderSet = z.output<typeof orderSet>

/** The body of an order: several sets, or one alone. */
export const orderBody = z.union([
  z.strictObject({
    orderDataSets: boundedList(orderSet, { max: orderCountMax, none: 'There is no order in this request' }),
  }),
  orderSet,
])
export type OrderBody = z.output<typeof orderBody>
