import { ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import type { BulkAccess } from '#vendors/client/bulk-tools.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { RetryBody } from '../rules/bulk-job.ts'
import { loadedListMessages } from '../rules/loaded-list.ts'
import { type AccountTags, tagIdForm, tagLabelMax, tagsReadMax } from '../rules/narrowing.ts'
import { lookingOn, refusalOf } from './fetch-accounts.ts'
import { accessFor } from './retry-bulk-job.ts'
import { openMarkers } from './stored-marker.ts'

/** The tags that a list of a tool can be narrowed to. Throws a `Refusal` where it has none, or does not show them. */
export async function listTags(
  deps: Pick<Dependencies, 'db' | 'secrets' | 'vendors'>,
  customerId: string,
  tool: BulkToolId,
  given: RetryBody,
): Promise<AccountTags> {
  const access = { tool, access: await accessFor(deps, customerId, tool, given) } as BulkAccess
  const pages = deps.vendors.bulkTool(await openMarkers(deps, customerId, access)).tagPages?.(lookingOn)
  if (!pages) throw ruleBroken(loadedListMessages.cannotNarrow)
  const tags: AccountTags['tags'] = []
  let read = 0
  try {
    for await (const page of pages) {
      for (const { id, label } of page)
        if (tagIdForm.test(id)) tags.push({ id, label: label.slice(0, tagLabelMax).toWellFormed() })
      read += page.length
      if (read >= tagsReadMax) break
    }
  } catch (error) {
    if (!isVendorError(error)) throw error
    throw ruleBroken(refusalOf(error))
  }
  return { tags, hasMore: read >= tagsReadMax }
}
