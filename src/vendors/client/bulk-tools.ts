import type { Config } from '#base/config/config.ts'
import type { InstantlyAccess } from '#features/bulk-update/rules/instantly.ts'
import type { SmartleadAccess } from '#features/bulk-update/rules/smartlead.ts'
import { createInstantlyBrowserBulkTool } from '#vendors/instantly/adapter/instantly-browser-bulk.ts'
import { createInstantlyBulkTool } from '#vendors/instantly/adapter/instantly-bulk.ts'
import type { BulkTool } from '#vendors/ports/bulk-tools.ts'
import { createSmartleadBulkTool } from '#vendors/smartlead/adapter/smartlead-bulk.ts'
import { createSmartleadJwtBulkTool } from '#vendors/smartlead/adapter/smartlead-jwt-bulk.ts'
import type { VendorClientDependencies } from './vendor-client.ts'

/** What opens a customer's own account at a sending tool for bulk updates: a kind for each tool that has them. */
export type BulkAccess =
  | { tool: 'instantly'; access: InstantlyAccess }
  | { tool: 'smartlead'; access: SmartleadAccess }

/** The adapter for a tool and a way in: what a signed-in browser sends, or an API key. */
export function bulkToolOf(
  config: Config['vendors'],
  { tool, access }: BulkAccess,
  deps: VendorClientDependencies,
): BulkTool {
  switch (tool) {
    case 'instantly':
      return access.kind === 'apiKey'
        ? createInstantlyBulkTool(config.instantly, access, deps)
        : createInstantlyBrowserBulkTool(config.instantly, access, deps)
    case 'smartlead':
      return access.kind === 'apiKey'
        ? createSmartleadBulkTool(config.smartlead, access, deps)
        : createSmartleadJwtBulkTool(config.smartlead, { jwt: access.token }, deps)
  }
}
