import type { Config } from '#base/config/config.ts'
import { type ConnectedTool, isFileTool, type SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { createBisonTool } from '#vendors/bison/adapter/bison-tool.ts'
import type { KeepsWorkspaceToken } from '#vendors/bison/adapter/workspace-token.ts'
import { createInstantlyTool } from '#vendors/instantly/adapter/instantly-tool.ts'
import type { SendingTool } from '#vendors/ports/sending-tools.ts'
import { createSmartleadTool } from '#vendors/smartlead/adapter/smartlead-tool.ts'
import type { Fetch, VendorClientDependencies } from './vendor-client.ts'

interface Opening {
  config: Config['vendors']
  /** The connection's values by field. */
  values: Readonly<Record<string, string>>
  deps: VendorClientDependencies & KeepsWorkspaceToken & { customerFetch: Fetch }
}

const adapters: Record<ConnectedTool, (opening: Opening) => SendingTool> = {
  instantly: ({ config, values: { apiKey = '', workspaceId }, deps }) =>
    createInstantlyTool(config.instantly, { apiKey, workspaceId: workspaceId || undefined }, deps),
  smartlead: ({ config, values: { apiKey = '', oauthLink, googleOauthLink }, deps }) =>
    createSmartleadTool(
      config.smartlead,
      { apiKey },
      { azure: oauthLink || undefined, google: googleOauthLink || undefined },
      deps,
    ),
  bison: ({ values: { url = '', apiKey = '', workspaceId, workspaceToken }, deps }) =>
    createBisonTool(
      { origin: url, apiKey, workspaceId: workspaceId || undefined, workspaceToken },
      // The address is the customer's own.
      { ...deps, fetch: deps.customerFetch },
    ),
}

/** The sending tool that a connection's values open; mailboxes that are handed over as a file have none. */
export function sendingToolOf(tool: SendingToolId, opening: Opening): SendingTool {
  if (isFileTool(tool)) throw new Error('Mailboxes for another tool are handed over as a file.')
  return adapters[tool](opening)
}
