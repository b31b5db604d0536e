import type { OrderDraft } from '#shared/order-draft/order-draft.ts'
import type { Platform } from '#shared/plans/catalog.ts'

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
