import type { Platform } from '#features/plans/rules/catalog.ts'
import type { OrderDraft } from '../rules/order-draft.ts'

/** The draft with another list of names for a platform, under the option that is chosen. */
export function withDomains(
  draft: OrderDraft,
  platform: Platform,
  apply: (names: string[]) => string[],
): OrderDraft {
  const { domainOption } = draft
  if (!domainOption) return draft
  const lists = draft.domains[domainOption]
  return {
    ...draft,
    domains: { ...draft.domains, [domainOption]: { ...lists, [platform]: apply(lists[platform]) } },
  }
}
