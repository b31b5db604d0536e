import type { OrderDraft } from '#shared/order-draft/order-draft.ts'
import type { Platform } from '#shared/plans/catalog.ts'
import type { ChangeDraft } from './order-draft-store.ts'

/** What every way to choose the domains of a platform gets. */
export interface PlatformDomainsProps {
  draft: OrderDraft
  platform: Platform
  change: ChangeDraft
}
