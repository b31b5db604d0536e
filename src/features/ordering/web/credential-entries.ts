import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import type { ToolTexts } from '#features/tools/web/credentials/tool-values.ts'
import { createEntries } from '#ui/frame/kept-entries.ts'

/** Credentials that are there already, whose secrets need not be typed again. */
export interface ToolBase {
  connectionId: string
  shown: ToolTexts
}

export interface CredentialEntry {
  tool: SendingToolId
  base: ToolBase | undefined
  values: ToolTexts
}

/** What is entered of a new order's sending tool and not saved yet. In memory alone: these are credentials. */
export const useCredentialEntries = createEntries<CredentialEntry>('order-tool')
