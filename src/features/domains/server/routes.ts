import { and, asc, eq, inArray } from 'drizzle-orm'
import { bundles, domains } from '#base/db/schema/index.ts'
import type { Routes } from '#base/http/binding.ts'
import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isOrdered } from '#delivery/domains/held.ts'
import { checkAllNow, checkNow } from '#delivery/provisioning/check-now.ts'
import { domainTypeOf } from '#features/names/rules/domain-type.ts'
import { replaceRecords } from '#features/names/server/own-names/replace-records.ts'
import * as api from '../api/domains.ts'
import { refundUnregistered } from './refund-unregistered.ts'

/** The names a customer has, where they lead, and looking at one again. */
export function domainRoutes(deps: Dependencies): Routes {
  const { db } = deps

  return (bind) => {
    bind(api.listDomains, async ({ customer }) => {
      const rows = await db
        .select({ domain: domains, orderId: bundles.orderId })
        .from(domains)
        .innerJoin(bundles, eq(bundles.id, domains.bundleId))
        .where(
          and(eq(domains.customerId, customer.id), inArray(bundles.status, ['live', 'cancelled']), isOrdered),
        )
        .orderBy(asc(domains.name))
      return {
        domains: rows.map(({ domain, orderId }) => ({
          domain: domain.name,
          domainType: domainTypeOf[domain.platform],
          status: domain.status,
          orderId,
          groupId: domain.bundleId,
          currentForwardingDomain: domain.forwardingUrl,
        })),
      }
    })

    bind(api.checkNow, async ({ customer, body }) => {
      await checkNow(deps, customer.id, body.domain)
      return { success: true, message: `Checking ${body.domain} now.` }
    })

    bind(api.checkAllNow, async ({ customer, body }) => {
      const names = await checkAllNow(deps, customer.id, body.groupId)
      const message =
        names.length > 0 ? `Checking ${countOf(names.length, 'domain')} now.` : 'Nothing to check.'
      return { success: true, message }
    })

    bind(api.refundUnregistered, async ({ customer, body }) => {
      const cents = await refundUnregistered(deps, customer.id, body.domain)
      return { success: true, message: `Refunding ${formatUsd(cents)} for ${body.domain}.` }
    })

    bind(api.replaceRecords, async ({ customer, body }) => {
      const count = await replaceRecords(deps, customer.id, body)
      return { success: true, message: `Replacing ${countOf(count, 'DNS record')} of ${body.domain}.` }
    })

    bind(api.tryAgain, async ({ customer, body }) => {
      await checkNow(deps, customer.id, body.domain)
      return { success: true, message: `Trying ${body.domain} again.` }
    })
  }
}
