import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import {
  bundles,
  domains,
  mailboxes,
  mailboxLinks,
  personas,
  toolConnections,
} from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import type { ListedMailbox } from '../api/mailboxes.ts'

interface DomainMailboxes {
  mailboxes: ListedMailbox[]
  people: { id: string; fullName: string }[]
}

/** The wanted mailboxes of a customer's running domain, by address, and the people of its order. Throws a `Refusal`. */
export async function listMailboxes(db: Db, customerId: string, name: string): Promise<DomainMailboxes> {
  const [domain] = await db
    .select({ id: domains.id, bundleId: domains.bundleId, tool: toolConnections })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
    .where(and(eq(domains.customerId, customerId), eq(domains.name, name), isRunning))
  if (!domain) throw notFound(`${name} is not among your active domains.`)
  const isConnected = isFileTool(domain.tool.kind)
    ? sql`true`
    : sql`exists (select from ${mailboxLinks} where ${mailboxLinks.mailboxId} = ${mailboxes.id}
        and ${mailboxLinks.connectionId} = ${domain.tool.id} and ${mailboxLinks.connection} = 'connected')`
  const rows = await db
    .select({
      localPart: mailboxes.localPart,
      personId: personas.id,
      firstName: personas.firstName,
      lastName: personas.lastName,
      isReady: sql<boolean>`coalesce(${mailboxes.hostState} = 'active', false) and ${isConnected}`,
      isSuspended: sql<boolean>`coalesce(${mailboxes.hostState} = 'disabled', false)`,
    })
    .from(mailboxes)
    .innerJoin(personas, eq(personas.id, mailboxes.personaId))
    .where(and(eq(mailboxes.domainId, domain.id), eq(mailboxes.want, 'active')))
    .orderBy(asc(mailboxes.localPart))
  const people = await db
    .select({ id: personas.id, firstName: personas.firstName, lastName: personas.lastName })
    .from(personas)
    .where(and(eq(personas.bundleId, domain.bundleId), isNull(personas.removedAt)))
    .orderBy(asc(personas.position))
  return {
    mailboxes: rows.map(({ localPart, personId, firstName, lastName, isReady, isSuspended }) => ({
      address: `${localPart}@${name}`,
      personId,
      fullName: `${firstName} ${lastName}`,
      isReady,
      isSuspended,
    })),
    people: people.map(({ id, firstName, lastName }) => ({ id, fullName: `${firstName} ${lastName}` })),
  }
}
