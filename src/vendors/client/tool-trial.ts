import type { OpenedWorkspace, ToolTrial } from '#vendors/ports/sending-tools.ts'
import { isVendorError } from './vendor-error.ts'

type Concern = Extract<ToolTrial, { ok: false }>['concerns']

/**
 * Tries a customer's credentials: `work` returns the workspace that they open, where the tool names one, and
 * says what a failure from there on concerns. What is not a vendor's error is thrown on.
 */
export async function tryingTool(
  work: (failuresConcern: (concern: Concern) => void) => Promise<OpenedWorkspace | undefined>,
): Promise<ToolTrial> {
  let concerns: Concern = 'apiKey'
  try {
    const workspace = await work((concern) => {
      concerns = concern
    })
    return workspace === undefined ? { ok: true } : { ok: true, workspace }
  } catch (error) {
    if (!isVendorError(error)) throw error
    return { ok: false, reason: error.reason, isAway: error.kind === 'transient', concerns }
  }
}
