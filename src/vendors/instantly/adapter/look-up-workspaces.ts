import type { VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { ToolWorkspace } from '#vendors/ports/sending-tools.ts'
import { keyAccess } from './access.ts'
import { createInstantlyApi, type InstantlyUrls } from './api.ts'
import { workspaces } from './wire.ts'

/** The workspaces that an API key reaches: one, as documented; a list is understood as well. */
export function lookUpInstantlyWorkspaces(
  urls: InstantlyUrls,
  { apiKey }: { apiKey: string },
  dependencies: VendorClientDependencies,
  ctx: CallContext = {},
): Promise<ToolWorkspace[]> {
  const api = createInstantlyApi(keyAccess(urls, { apiKey }, dependencies), dependencies)
  return api.call({ operation: 'lookUpWorkspaces', path: '/workspaces/current', answer: workspaces }, ctx)
}
