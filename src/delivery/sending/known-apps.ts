import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'

/**
 * The sending tools' apps at Microsoft, as public projects name them: three agree on Instantly's, one knows Smartlead's.
 * Only these are let in for a whole tenant without a person.
 */
const microsoftApps: Partial<Record<SendingToolId, string>> = {
  instantly: '65ad96b6-fbeb-40b5-b404-2a415d074c97',
  smartlead: '5913b6f2-da52-4f3a-b81c-56a99e05e243',
}

export const isKnownApp = (tool: SendingToolId, clientId: string): boolean =>
  microsoftApps[tool] === clientId.toLowerCase()
