import { accept, type Outcome, refuse } from '#base/text/outcome.ts'
import { provisionedShares } from '#features/people/rules/username-update.ts'
import { type Platform, platformContents, platformsOf } from '#features/plans/rules/catalog.ts'
import type { Contents } from '#features/plans/rules/inbox-split.ts'
import { planNames } from '#features/plans/rules/plan-names.ts'
import { withoutMasks } from '#features/tools/rules/tool-credentials.ts'
import { writeWireValues } from '#features/tools/rules/tool-wire.ts'
import { checkoutOrderOf, checkoutProblem } from './checkout-validation.ts'
import { checkBasics, writeBasics } from './order-basics.ts'
import { domainsOfOrder, type OrderDraft } from './order-draft.ts'
import { domainOptionName, type OrderSet } from './order-payload.ts'

/**
 * The request for a draft: one set per order, the domains dealt out in the order in which they were chosen.
 * Refused with the list of what is missing while the draft is incomplete.
 */
export function buildOrder(
  draft: OrderDraft,
  contents: Contents = platformContents,
): Outcome<{ orderDataSets: OrderSet[] }> {
  const { plan, domainOption, tool, orderCount, people } = draft
  const basics = checkBasics(draft)
  const problem = checkoutProblem(checkoutOrderOf(draft))
  if (problem || !plan || !domainOption || !tool || !basics.ok) return refuse('incomplete', problem ?? '')

  const present = platformsOf(plan)
  const shares = provisionedShares(people, present, contents)
  const credentials = {
    ...writeWireValues(tool.tool, withoutMasks(tool.shown)),
    ...(tool.connectionId && { connection_id: tool.connectionId }),
  }
  const dealt = (platform: Platform, index: number) => domainsOfOrder(draft, index)[platform]
  const picture = draft.profilePictureLink && { profile_picture_link: draft.profilePictureLink }

  const orderSet = (index: number): OrderSet => ({
    plan: planNames[plan].order,
    domain_configuration: {
      domain_option: domainOptionName[domainOption],
      domains: present.flatMap((type) => dealt(type, index).map((domain) => ({ domain, type }))),
    },
    forwarding_setup: writeBasics(basics.value),
    tool_setup: { selected_tools: [tool.tool], tool_credentials: { [tool.tool]: credentials } },
    user_configuration: present.flatMap((platform) =>
      shares
        .filter((share) => share[platform] > 0 || platform === present[0])
        .map((share) => ({
          first_name: share.firstName,
          last_name: share.lastName,
          number_of_inboxes: share[platform],
          domain_type: platform,
          domains: dealt(platform, index),
          ...(platform === 'google' && picture),
        })),
    ),
  })
  return accept({ orderDataSets: Array.from({ length: orderCount }, (_, index) => orderSet(index)) })
}
