import type { VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { ToolWorkspace } from '#vendors/ports/sending-tools.ts'
import { type BisonInstance, createBisonApi } from './api.ts'

/** The workspaces that a key reaches; a key made inside one workspace reaches that one alone. Takes a safe `fetch`. */
export const lookUpBisonWorkspaces = (
  instance: BisonInstance,
  dependencies: VendorClientDependencies,
  ctx: CallContext = {},
): Promise<ToolWorkspace[]> => createBisonApi(instance, dependencies).workspaces(ctx)
