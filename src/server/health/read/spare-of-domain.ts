import type { SpareOfDomain } from '#shared/health/health-view.ts'
import { readyAtOf } from '#shared/health/spares.ts'
import { isFileTool, type SendingToolId } from '#shared/tools/sending-tools.ts'

/** How a delivered domain of the reserve is told of. */
export const spareOfDomain = (deliveredAt: Date, tool: SendingToolId, isSpent: boolean): SpareOfDomain => ({
  readyAt: new Date(readyAtOf(deliveredAt.getTime(), !isFileTool(tool))).toISOString(),
  isSpent,
})
