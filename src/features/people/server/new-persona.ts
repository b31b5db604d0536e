import { newId } from '#base/db/ids.ts'
import type { personas } from '#base/db/schema/index.ts'
import type { PersonShare } from '../rules/username-update.ts'

/** The row of a person who bears a share of a bundle's mailboxes, in their place among the others. */
export const newPersona = (
  bundle: { customerId: string; bundleId: string },
  share: PersonShare,
  position: number,
): typeof personas.$inferInsert & { id: string } => ({
  id: newId('persona'),
  ...bundle,
  position,
  firstName: share.firstName,
  lastName: share.lastName,
  azurePerDomain: share.azure,
  googlePerDomain: share.google,
})
