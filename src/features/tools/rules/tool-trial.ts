import * as z from 'zod/mini'
import { fillMessage } from '#base/text/message.ts'
import { type ConnectedTool, fieldsOf, sendingToolNames } from './sending-tools.ts'

const toolTrialMessages = {
  works: 'Key works',
  worksIn: 'Key works, workspace {workspace}',
  untried: '; not tried: {fields}, first used when mailboxes are connected',
  refused: '{tool}: {reason}.',
  elsewhere: 'This key opens “{opened}”, not “{said}”.',
  away: '{tool} does not answer right now, so these credentials could not be tried.',
} as const

/** A workspace as its tool names it. */
const openedWorkspace = z.object({ id: z.string(), name: z.string() })
export type OpenedWorkspace = z.output<typeof openedWorkspace>

/** What came of trying credentials. */
export const toolTrial = z.discriminatedUnion('outcome', [
  /** `workspace`: the one that they open, where the tool has one and says so. */
  z.object({ outcome: z.literal('works'), message: z.string(), workspace: z.optional(z.string()) }),
  /** They work, and open another workspace than the one that was typed or chosen. */
  z.object({ outcome: z.literal('elsewhere'), message: z.string(), opensWorkspace: openedWorkspace }),
  /** `field`: the one whose value the tool refuses. */
  z.object({ outcome: z.literal('refused'), message: z.string(), field: z.string() }),
  /** Nothing is known of them. */
  z.object({ outcome: z.literal('away'), message: z.string() }),
])
export type ToolTrial = z.output<typeof toolTrial>

/** What customers read of it: what was tried, or the tool's own reason. */
export const trialTexts = {
  works: (tool: ConnectedTool, workspace: string | undefined, values: Readonly<Record<string, string>>) => {
    const untriedFields = fieldsOf(tool).filter(({ name, byHand }) => byHand && values[name])
    const fields = untriedFields.map(({ label }) => label).join(', ')
    const works =
      workspace === undefined
        ? toolTrialMessages.works
        : fillMessage(toolTrialMessages.worksIn, { workspace })
    return fields ? works + fillMessage(toolTrialMessages.untried, { fields }) : works
  },
  refused: (tool: ConnectedTool, reason: string) =>
    fillMessage(toolTrialMessages.refused, { tool: sendingToolNames[tool], reason }),
  elsewhere: (opened: string, said: string) => fillMessage(toolTrialMessages.elsewhere, { opened, said }),
  away: (tool: ConnectedTool) => fillMessage(toolTrialMessages.away, { tool: sendingToolNames[tool] }),
}

/** With a refusal to keep credentials because their tool is away: they are kept all the same when asked for. */
export const untried = z.object({ isUntried: z.literal(true) })

/** With a refusal to keep credentials that open another workspace: they are kept once that one is named with them. */
export const opensWorkspace = z.object({ opensWorkspace: openedWorkspace })

/** What of a tool's values says the workspace. */
export const workspaceValues = ({ id, name }: OpenedWorkspace) => ({ workspace: name, workspaceId: id })

/** The workspace that was typed or chosen, where it is another than the one that the credentials open. */
export function otherThanOpened(
  { workspace = '', workspaceId }: Readonly<Partial<Record<string, string>>>,
  opened: OpenedWorkspace,
): string | undefined {
  const said = workspace || workspaceId
  const isSame = !said || workspaceId === opened.id || normalName(said) === normalName(opened.name)
  return isSame ? undefined : said
}

const normalName = (name: string) => name.normalize('NFKC').trim().toLowerCase()
