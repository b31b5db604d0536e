import type { VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import { credentialsOf, VendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { ToolWorkspace } from '#vendors/ports/sending-tools.ts'
import { type BisonInstance, createBisonApi, type FindsKey } from './api.ts'

export interface BisonCredentials extends BisonInstance {
  workspaceId?: string
  /** What `keepWorkspaceToken` was given earlier. */
  workspaceToken?: string
}

export interface KeepsWorkspaceToken {
  /** Stores a new key of the workspace, sealed like the customer's own. */
  keepWorkspaceToken?: (token: string) => Promise<void>
}

/** The chosen one of those that a key reaches. */
export function workspaceAmong(reachable: readonly ToolWorkspace[], wanted: string): ToolWorkspace {
  const found = reachable.find(({ id }) => id === wanted)
  if (found) return found
  throw new VendorError({
    vendor: 'bison',
    operation: 'selectWorkspace',
    kind: 'unauthorised',
    waitsFor: credentialsOf.bison,
    reason: 'the API key does not reach the chosen workspace',
  })
}

/**
 * The key to act with in the wanted workspace. A key of that workspace alone is used as it is. A super-admin key
 * acts in whichever workspace was selected last by anyone, so it is used only to make a key of the wanted
 * workspace, once: switching would pull the floor from under other calls. A stored key may have been deleted there since:
 * where it is refused another one is made, by the account's own key, which is the one that its customer knows of.
 */
export function workspaceToken(
  credentials: BisonCredentials,
  dependencies: VendorClientDependencies & KeepsWorkspaceToken,
): FindsKey {
  const { apiKey, workspaceId, workspaceToken: stored } = credentials
  if (workspaceId === undefined) return async () => apiKey
  const admin = createBisonApi(credentials, dependencies)
  let known = stored ? Promise.resolve(stored) : undefined
  let isStored = known !== undefined

  async function find(wanted: string, ctx: CallContext): Promise<string> {
    const reachable = await admin.workspaces(ctx)
    workspaceAmong(reachable, wanted)
    if (reachable.length === 1) return apiKey
    const token = await admin.createWorkspaceToken(wanted, ctx)
    await dependencies.keepWorkspaceToken?.(token)
    return token
  }

  return (ctx, refused) => {
    if (isStored && refused === stored) {
      isStored = false
      known = undefined
    }
    // A failed look-up is tried again by the next call.
    known ??= find(workspaceId, ctx).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}
