import type { SendingToolId } from '#shared/plans/catalog.ts'
import type { Config } from '../config/config.ts'
import { createBisonTool } from './bison/bison-tool.ts'
import type { KeepsWorkspaceToken } from './bison/workspace-token.ts'
import { createInstantlyTool } from './instantly/instantly-tool.ts'
import type { SendingTool } from './ports/sending-tools.ts'
import { createSmartleadTool } from './smartlead/smartlead-tool.ts'
import type { Fetch, VendorClientDependencies } from './vendor-client.ts'

/** The sending tool that a connection's values open. `other` is no tool: its mailboxes are handed over as a file. */
export function sendingToolOf(
  config: Config['vendors'],
  kind: SendingToolId,
  values: Readonly<Record<string, string>>,
  deps: VendorClientDependencies & KeepsWorkspaceToken & { customerFetch: Fetch },
): SendingTool {
  const apiKey = values.apiKey ?? ''
  const workspaceId = values.workspaceId || undefined
  switch (kind) {
    case 'instantly':
      return createInstantlyTool(config.instantly, { apiKey, workspaceId }, deps)
    case 'smartlead':
      return createSmartleadTool(config.smartlead, { apiKey }, deps)
    case 'bison':
      return createBisonTool(
        { origin: values.url ?? '', apiKey, workspaceId, workspaceToken: values.workspaceToken },
        // The address is the customer's own.
        { ...deps, fetch: deps.customerFetch },
      )
    case 'other':
      throw new Error('Mailboxes for another tool are handed over as a file.')
  }
}
