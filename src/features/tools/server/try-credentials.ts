import type * as z from 'zod/mini'
import { createAtOnce } from '#base/http/at-once.ts'
import { conflict, ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { OpenedWorkspace } from '#vendors/ports/sending-tools.ts'
import type { ConnectedTool, SendingToolId } from '../rules/sending-tools.ts'
import { isFileTool } from '../rules/sending-tools.ts'
import { normalizeBisonUrl } from '../rules/tool-credentials.ts'
import {
  type opensWorkspace as opensWorkspaceSaid,
  otherThanOpened,
  type ToolTrial,
  trialTexts,
  type untried,
  workspaceValues,
} from '../rules/tool-trial.ts'
import { bisonLookupMessages } from '../rules/workspace-lookup.ts'

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

/** Asks a tool whether it takes these credentials, and which workspace they open. */
export async function tryCredentials(...asked: Parameters<typeof openWith>): Promise<ToolTrial> {
  return (await openWith(...asked)).trial
}

const openWith = (
  { vendors }: Pick<Dependencies, 'vendors'>,
  customerId: string,
  tool: ConnectedTool,
  values: Values,
  { kept = {} }: TrialOptions = {},
): Promise<{ trial: ToolTrial; opened?: OpenedWorkspace | undefined }> =>
  atHost(customerId, async () => {
    const trial = await vendors.tryTool(tool, values)
    if (trial.ok) return { trial: judged(tool, values, trial.workspace), opened: trial.workspace }
    if (trial.isAway) return { trial: { outcome: 'away', message: trialTexts.away(tool) } }
    const message = trialTexts.refused(tool, trial.reason)
    return { trial: { outcome: 'refused', message, field: fieldToMend(trial.concerns, values, kept) } }
  })

/** Mailboxes go where the key opens, so that is what has to be named. */
function judged(tool: ConnectedTool, values: Values, opened: OpenedWorkspace | undefined): ToolTrial {
  const said = opened && otherThanOpened(values, opened)
  if (opened && said !== undefined) {
    const { id, name } = opened
    return {
      outcome: 'elsewhere',
      message: trialTexts.elsewhere(name, said),
      opensWorkspace: { id, name },
    }
  }
  return {
    outcome: 'works',
    message: trialTexts.works(tool, opened?.name, values),
    workspace: opened?.name,
  }
}

/** A new key that does not open the workspace which was kept is what is wrong, not the workspace. */
const fieldToMend = (field: string, values: Values, kept: Partial<Values>): string =>
  field === 'workspace' && kept.workspace === values.workspace && kept.apiKey !== values.apiKey
    ? 'apiKey'
    : field

/** Credentials that are about to be kept, and whether they were tried, with what was told of them. */
export type Tried = { values: Record<string, string> } & (
  | { state: 'working'; message: string; opened: OpenedWorkspace | undefined }
  | { state: 'unchecked'; message?: undefined; opened?: undefined }
)

interface KeepOptions extends TrialOptions {
  /** Although their tool is away. */
  evenUntried?: boolean | undefined
  /** Although their tool refuses them. */
  evenRefused?: boolean
}

/**
 * Credentials that are about to be kept are tried, and name the workspace that they open. Throws a `Refusal` with the
 * tool's reason beside the field, or because they open another workspace than the one that is named, or because the
 * tool is away, unless they are to be kept even so. A file tool has none.
 */
export async function keepsIfTheyWork(
  deps: Pick<Dependencies, 'vendors'>,
  customerId: string,
  tool: SendingToolId,
  values: Record<string, string>,
  { evenUntried = false, evenRefused = false, ...options }: KeepOptions = {},
): Promise<Tried> {
  if (isFileTool(tool)) return { state: 'unchecked', values }
  const { trial, opened } = await openWith(deps, customerId, tool, values, options)
  switch (trial.outcome) {
    case 'works':
      return {
        state: 'working',
        message: trial.message,
        opened,
        values: { ...values, ...(opened && workspaceValues(opened)) },
      }
    case 'elsewhere': {
      const { opensWorkspace } = trial
      throw conflict(trial.message, { opensWorkspace } satisfies z.output<typeof opensWorkspaceSaid>)
    }
    case 'refused':
      if (evenRefused) return { state: 'unchecked', values }
      throw ruleBroken(trial.message, { [trial.field]: trial.message })
    case 'away':
      if (evenUntried) return { state: 'unchecked', values }
      throw conflict(trial.message, { isUntried: true } satisfies z.output<typeof untried>)
  }
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
