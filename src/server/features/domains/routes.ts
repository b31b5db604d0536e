import { and, asc, eq, inArray } from 'drizzle-orm'
import * as api from '#shared/api/domains.ts'
import { domainEntryMessages, domainSearchMessages } from '#shared/domains/domain-entry.ts'
import { domainTypeOf } from '#shared/domains/domain-type.ts'
import { fillMessage } from '#shared/text/message.ts'
import { bundles, domains } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isOrdered } from '../../domains/held.ts'
import type { Routes } from '../../http/binding.ts'
import { once } from '../../http/idempotency.ts'
import { checkNow } from '../../provisioning/check-now.ts'
import { previewNames, searchDomains } from './finding/search-domains.ts'
import { verifyNames } from './finding/verify-availability.ts'
import { verifyOwnNames } from './finding/verify-own-names.ts'
import { updateForwarding } from './forwarding/update-forwarding.ts'
import { replaceDomains } from './replacement/replace-domains.ts'
import { takeBackReplacement } from './replacement/take-back-replacement.ts'

/** Looking for names, and the names a customer has. */
export function domainRoutes(deps: Dependencies): Routes {
  const { db } = deps

  return (bind) => {
    bind(api.searchDomain, async ({ body }) => {
      const results = await searchDomains(deps, body.domain)
      const free = results.filter(({ state }) => state === 'available').map(({ domain }) => domain)
      const isTaken = results[0]?.state === 'taken'
      const message = isTaken ? fillMessage(domainSearchMessages.taken, { d: body.domain }) : ''
      return { success: true, message, domainAlreadyExists: isTaken, available_domains: free, results }
    })

    bind(api.previewNames, async ({ body }) => ({ results: await previewNames(deps, body.domains) }))

    bind(api.verifyAvailability, async ({ customer, body }) => {
      const verify = body.is_user_own === 'yes' ? verifyOwnNames : verifyNames
      const results = await verify(deps, customer.id, body.domains)
      return { success: true, results }
    })

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

    bind(api.addDomain, async ({ customer, body }) => {
      const [result] = await verifyOwnNames(deps, customer.id, [body.domain])
      const domainAlreadyExists = result?.exists_in_airtable === true
      const message = domainAlreadyExists
        ? fillMessage(domainEntryMessages.alreadyExists, { d: body.domain })
        : (result?.message ?? '')
      return { success: message === '', message, domainAlreadyExists, domain: body.domain }
    })

    bind(api.updateForwarding, async ({ customer, body }) => ({
      success: true,
      ...(await updateForwarding(deps, customer.id, body)),
    }))

    bind(api.replaceDomains, ({ customer, body, request }) =>
      once(db, customer.id, request, () =>
        // The origin guard has let none but our own pass.
        replaceDomains(deps, customer.id, body, request.headers.origin ?? deps.config.publicUrl),
      ),
    )

    bind(api.takeBackReplacement, async ({ customer, body }) => {
      const kept = await takeBackReplacement(deps, customer.id, body.domain)
      return { success: true, message: `${kept} is kept.` }
    })

    bind(api.checkNow, async ({ customer, body }) => {
      await checkNow(deps, customer.id, body.domain)
      return { success: true, message: `Checking ${body.domain} now.` }
    })

    bind(api.tryAgain, async ({ customer, body }) => {
      await checkNow(deps, customer.id, body.domain)
      return { success: true, message: `Trying ${body.domain} again.` }
    })
  }
}
