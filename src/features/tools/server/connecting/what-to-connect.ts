import { eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { customers, toolConnections } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import { readProgress } from '#delivery/sending/connect/claim-sign-in.ts'
import { isFileTool, sendingToolNames } from '../../rules/sending-tools.ts'

/** A sending tool of a customer's, and of its mailboxes only those in one account of the operator's, or all. */
export interface ToConnect {
  connectionId: string
  accountId: string | null
}

/**
 * What staff are about to connect, in words, and how many mailboxes wait for it. Throws a `Refusal` where there is no
 * such tool, and where nothing waits.
 */
export async function whatToConnect(db: Db, of: ToConnect): Promise<{ about: string; left: number }> {
  const [tool] = await db
    .select({ kind: toolConnections.kind, email: customers.email })
    .from(toolConnections)
    .innerJoin(customers, eq(customers.id, toolConnections.customerId))
    .where(eq(toolConnections.id, of.connectionId))
  if (!tool || isFileTool(tool.kind))
    throw notFound(`There is no sending tool with the id ${of.connectionId}.`)
  const { left } = await readProgress(db, of)
  if (left === 0) throw notFound('No mailbox of it waits to be signed in to.')
  return { about: `${sendingToolNames[tool.kind]} of ${tool.email}`, left }
}
