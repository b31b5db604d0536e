import type { InstantlyAccess } from '#shared/bulk-update/instantly.ts'
import type { SmartleadAccess } from '#shared/bulk-update/smartlead.ts'
import type { Config } from '../config/config.ts'
import { createInstantlyBrowserBulkTool } from './instantly/instantly-browser-bulk.ts'
import { createInstantlyBulkTool } from './instantly/instantly-bulk.ts'
import type { BulkTool } from './ports/bulk-tools.ts'
import { createSmartleadBulkTool } from './smartlead/smartlead-bulk.ts'
import { createSmartleadJwtBulkTool } from './smartlead/smartlead-jwt-bulk.ts'
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
