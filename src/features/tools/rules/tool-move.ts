import * as z from 'zod/mini'
import { countOf } from '#base/text/count-of.ts'
import { fillMessage } from '#base/text/message.ts'
import { isFileTool, type SendingToolId, sendingToolNames } from './sending-tools.ts'

const toolMoveMessages = {
  move: '{inboxes} will be disconnected from {from} and connected to {to}. This takes about {time}. Warm-up starts over there.',
  file: '{inboxes} will be disconnected from {from}. You import them into your own tool from the CSV.',
  shared: 'Other orders that use {from} keep it.',
} as const

/** With a refusal to save, since inboxes would move: they do so when asked for. */
export const movesInboxes = z.object({ movesInboxes: z.number() })

/** A place in a sending tool as customers tell it apart: its workspace, where it has one. */
export interface ToolSpot {
  tool: SendingToolId
  workspace: string | undefined
}

const nameOf = ({ tool, workspace }: ToolSpot): string =>
  workspace ? `“${workspace}” in ${sendingToolNames[tool]}` : sendingToolNames[tool]

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** "4 minutes"; from two hours on, "3 hours". */
const durationText = (ms: number): string =>
  ms < 2 * hourMs
    ? countOf(Math.max(1, Math.ceil(ms / minuteMs)), 'minute')
    : countOf(Math.ceil(ms / hourMs), 'hour')

/** What moving to another place does, before it is done. */
export function toolMoveText(
  inboxes: number,
  { from, to, isShared, takesMs }: { from: ToolSpot; to: ToolSpot; isShared: boolean; takesMs: number },
): string {
  const [left, entered] = [nameOf(from), nameOf(to)]
  const texts = {
    inboxes: countOf(inboxes, 'inbox', 'inboxes'),
    from: left,
    to: left === entered ? `another ${sendingToolNames[to.tool]} account` : entered,
    time: durationText(takesMs),
  }
  const move = fillMessage(isFileTool(to.tool) ? toolMoveMessages.file : toolMoveMessages.move, texts)
  return isShared ? `${move} ${fillMessage(toolMoveMessages.shared, texts)}` : move
}
