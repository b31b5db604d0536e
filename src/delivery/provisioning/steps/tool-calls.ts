import { and, eq, inArray } from 'drizzle-orm'
import { mailboxLinks } from '#base/db/schema/index.ts'
import {
  type Meaning,
  VendorError,
  type VendorErrorDetails,
  vendorOfTool,
} from '#vendors/client/vendor-error.ts'
import type { SendingTool, ToolMailbox } from '#vendors/ports/sending-tools.ts'
import type { DesiredMailbox } from '../desired.ts'
import type { StepContext } from '../step-context.ts'

/** What the tool has of the name, by address. */
export async function list(
  { name, call }: StepContext,
  sendingTool: SendingTool,
): Promise<Map<string, ToolMailbox>> {
  return new Map(
    (await sendingTool.mailboxes([name], call)).map((mailbox) => [mailbox.address.toLowerCase(), mailbox]),
  )
}

/** What is still to be waited for at the name's sending tool, and who for. */
export const waiting = (
  { holding }: StepContext,
  cause: Meaning & Pick<VendorErrorDetails, 'reason' | 'told' | 'customersMay' | 'retryAfterMs'>,
) =>
  new VendorError({
    vendor: vendorOfTool(holding.connection.kind),
    operation: 'connectMailboxes',
    ...cause,
  })

export const toLink = ({ id }: DesiredMailbox) => ({ mailboxId: id })
/** The rows of these mailboxes in one tool. */
export const linksOf = (connectionId: string, links: readonly { mailboxId: string }[]) =>
  and(
    eq(mailboxLinks.connectionId, connectionId),
    inArray(
      mailboxLinks.mailboxId,
      links.map((link) => link.mailboxId),
    ),
  )
