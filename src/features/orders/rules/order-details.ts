import { isFileTool, type SendingToolId } from '#features/tools/rules/sending-tools.ts'

/** What Order Details says where there is nothing to show. */
export const orderDetailsTexts = {
  noUsers: 'No user details available',
  noCredentials: 'No sending tool credentials available',
  otherTool:
    'No tool credentials available for this product. A CSV of the username & passwords will be sent to you',
  /** A cancelled order has no mailboxes to list. */
  otherToolEnded: 'No tool credentials available for this product.',
} as const

/** The text in the place of a tool's credentials; undefined when there are some. */
export function credentialsText(
  tool: SendingToolId,
  values: Readonly<Record<string, string>>,
  isLive = true,
): string | undefined {
  if (isFileTool(tool)) return orderDetailsTexts[isLive ? 'otherTool' : 'otherToolEnded']
  return Object.values(values).some((value) => value !== '') ? undefined : orderDetailsTexts.noCredentials
}

export interface UserInboxes {
  fullName: string
  azure: number
  google: number
  total: number
}

/** The rows of User Configuration: each person's mailboxes over all domains of the group. */
export const userInboxes = (
  people: readonly { firstName: string; lastName: string; azureInboxes: number; googleInboxes: number }[],
  domains: { azure: number; google: number },
): UserInboxes[] =>
  people.map(({ firstName, lastName, azureInboxes, googleInboxes }) => {
    const azure = azureInboxes * domains.azure
    const google = googleInboxes * domains.google
    return { fullName: `${firstName} ${lastName}`.trim(), azure, google, total: azure + google }
  })
