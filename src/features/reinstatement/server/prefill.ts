import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { groupSettings } from '#base/db/group-settings.ts'
import { bundles, domainNames, domains, orders, personas, toolConnections } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { holdingsWithoutPlace } from '#delivery/provisioning/room.ts'
import { namesDue, refreshExpiry } from '#features/domains/server/lapsed-names.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { maskToolValues } from '#features/tools/rules/tool-credentials.ts'
import { writeWireValues } from '#features/tools/rules/tool-wire.ts'
import { openConnection } from '#features/tools/server/connections.ts'
import { type PrefillRecord, writePeopleText } from '../rules/reinstate-prefill.ts'

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
  const people = await sharesByBundle(
    db,
    rows.map(({ bundleId }) => bundleId),
  )
  const due = await namesDue(db, rows, { isLive: false })
  const withoutPlace = await holdingsWithoutPlace(
    db,
    rows.map(({ domain }) => domain),
  )
  const byDomain: Record<string, PrefillRecord[]> = {}
  for (const { domain, companyName, profilePictureLink, connection, bundleId } of rows) {
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
      firstAndLastName: writePeopleText(people.get(bundleId) ?? [], domain.platform),
      status: 'done',
      costsAgain: due.has(domain.id),
      needsPlace: withoutPlace.has(domain.id),
      profilePictureLink: profilePictureLink ?? '',
      connectionId: connection.id,
      toolData: shown,
    })
  }
  return byDomain
}

/** The people of bundles, in order, with the mailboxes that each has on a domain. */
export async function sharesByBundle(db: Db, bundleIds: readonly string[]) {
  const people = await db
    .select({
      bundleId: personas.bundleId,
      firstName: personas.firstName,
      lastName: personas.lastName,
      azure: personas.azurePerDomain,
      google: personas.googlePerDomain,
    })
    .from(personas)
    .where(and(inArray(personas.bundleId, [...bundleIds]), isNull(personas.removedAt)))
    .orderBy(asc(personas.position))
  return Map.groupBy(people, ({ bundleId }) => bundleId)
}
