import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import { type PrefillRecord, writePeopleText } from '#shared/reinstatement/reinstate-prefill.ts'
import { sendingToolNames } from '#shared/tools/sending-tools.ts'
import { maskToolValues } from '#shared/tools/tool-credentials.ts'
import { writeWireValues } from '#shared/tools/tool-wire.ts'
import { groupSettings } from '../../db/group-settings.ts'
import { bundles, domainNames, domains, orders, personas, toolConnections } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { openConnection } from '../connections/connections.ts'
import { namesDue, refreshExpiry } from '../domains/lapsed-names.ts'

/** How a customer's domains were set up, newest holding first, secrets masked; names that are not theirs are absent. */
export async function prefillReinstatement(
  deps: Pick<Dependencies, 'db' | 'secrets' | 'vendors' | 'limits'>,
  customerId: string,
  names: readonly string[],
): Promise<Record<string, PrefillRecord[]>> {
  const { db, secrets } = deps
  await refreshExpiry(deps, customerId, names)
  const rows = await db
    .select({
      domain: domains,
      name: domainNames,
      companyName: groupSettings.companyName,
      profilePictureLink: groupSettings.profilePictureLink,
      connection: toolConnections,
      bundleId: bundles.id,
    })
    .from(domains)
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
    .where(
      and(
        eq(domains.customerId, customerId),
        inArray(domains.name, [...names]),
        inArray(bundles.status, ['live', 'cancelled']),
      ),
    )
    .orderBy(desc(domains.createdAt))
  const people =
    rows.length === 0
      ? []
      : await db
          .select()
          .from(personas)
          .where(
            and(
              inArray(
                personas.bundleId,
                rows.map(({ bundleId }) => bundleId),
              ),
              isNull(personas.removedAt),
            ),
          )
          .orderBy(asc(personas.position))
  const due = await namesDue(db, rows, { isLive: false })
  const byDomain: Record<string, PrefillRecord[]> = {}
  for (const { domain, companyName, profilePictureLink, connection, bundleId } of rows) {
    const shares = people
      .filter((person) => person.bundleId === bundleId)
      .map((person) => ({
        firstName: person.firstName,
        lastName: person.lastName,
        azure: person.azurePerDomain,
        google: person.googlePerDomain,
      }))
    const shown = writeWireValues(
      connection.kind,
      maskToolValues(connection.kind, openConnection(secrets, connection)),
      'prefill',
    )
    byDomain[domain.name] ??= []
    byDomain[domain.name]?.push({
      forwardingDomain: domain.forwardingUrl,
      organizationName: companyName,
      sendingTool: sendingToolNames[connection.kind],
      firstAndLastName: writePeopleText(shares, domain.platform),
      status: 'done',
      costsAgain: due.has(domain.id),
      profilePictureLink: profilePictureLink ?? '',
      connectionId: connection.id,
      toolData: shown,
    })
  }
  return byDomain
}
