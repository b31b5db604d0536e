import type * as z from 'zod/mini'
import type { ConnectedTool, SendingToolId } from '#shared/tools/sending-tools.ts'
import { isFileTool } from '#shared/tools/sending-tools.ts'
import { normalizeBisonUrl } from '#shared/tools/tool-credentials.ts'
import { type ToolTrial, trialTexts, type untried } from '#shared/tools/tool-trial.ts'
import { bisonLookupMessages } from '#shared/tools/workspace-lookup.ts'
import type { Dependencies } from '../../dependencies.ts'
import { createAtOnce } from '../../http/at-once.ts'
import { conflict, ruleBroken } from '../../http/refusal.ts'

/** Look-ups at hosts that a customer names, and that may never answer. */
const hostsAtOnce = 3
export const atHost = createAtOnce(
  hostsAtOnce,
  'Other look-ups of yours are still waiting for their answers.',
)

type Values = Readonly<Record<string, string>>

interface TrialOptions {
  /** The saved credentials that these correct. */
  kept?: Partial<Values>
}

/** Asks a tool whether it takes these credentials. */
export const tryCredentials = (
  { vendors }: Pick<Dependencies, 'vendors'>,
  customerId: string,
  tool: ConnectedTool,
  values: Values,
  { kept = {} }: TrialOptions = {},
): Promise<ToolTrial> =>
  atHost(customerId, async () => {
    const trial = await vendors.tryTool(tool, values)
    if (trial.ok)
      return {
        outcome: 'works',
        message: trialTexts.works(tool, trial.workspace, values),
        workspace: trial.workspace,
      }
    return trial.isAway
      ? { outcome: 'away', message: trialTexts.away(tool) }
      : {
          outcome: 'refused',
          message: trialTexts.refused(tool, trial.reason),
          field: fieldToMend(trial.concerns, values, kept),
        }
  })

/** A new key that does not open the workspace which was kept is what is wrong, not the workspace. */
const fieldToMend = (field: string, values: Values, kept: Partial<Values>): string =>
  field === 'workspace' && kept.workspace === values.workspace && kept.apiKey !== values.apiKey
    ? 'apiKey'
    : field

/** Whether credentials that are about to be kept were tried, with what was told of it. */
export type Tried =
  | { state: 'working'; message: string; workspace: string | undefined }
  | { state: 'unchecked'; message?: undefined; workspace?: undefined }

/**
 * Credentials that are about to be kept are tried. Throws a `Refusal` with the tool's reason beside the field, or
 * because the tool is away, unless they are to be kept even so. A file tool has none.
 */
export async function keepsIfTheyWork(
  deps: Pick<Dependencies, 'vendors'>,
  customerId: string,
  tool: SendingToolId,
  values: Values,
  { evenUntried = false, ...options }: TrialOptions & { evenUntried?: boolean | undefined } = {},
): Promise<Tried> {
  if (isFileTool(tool)) return { state: 'unchecked' }
  const trial = await tryCredentials(deps, customerId, tool, values, options)
  if (trial.outcome === 'works')
    return { state: 'working', message: trial.message, workspace: trial.workspace }
  if (trial.outcome === 'refused') throw ruleBroken(trial.message, { [trial.field]: trial.message })
  if (evenUntried) return { state: 'unchecked' }
  throw conflict(trial.message, { isUntried: true } satisfies z.output<typeof untried>)
}

/** A saved key goes to no other host than the one it was entered for. Throws a `Refusal`. */
export function refuseOtherHost(
  tool: SendingToolId,
  typed: Partial<Record<string, string>>,
  saved: Partial<Record<string, string>>,
): void {
  if (tool !== 'bison' || typed.apiKey || !saved.apiKey) return
  if (saved.url !== normalizeBisonUrl(typed.url ?? ''))
    throw ruleBroken(bisonLookupMessages.otherHost, { apiKey: bisonLookupMessages.otherHost })
}
