import type { Platform } from '#features/plans/rules/catalog.ts'
import type { OrderDraft } from '../rules/order-draft.ts'
import type { ChangeDraft } from './order-draft-store.ts'

/** What every way to choose the domains of a platform gets. */
export interface PlatformDomainsProps {
  draft: OrderDraft
  platform: Platform
  change: ChangeDraft
}
