import type { Routes } from '#base/http/binding.ts'
import { fillMessage } from '#base/text/message.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../../api/find-domains.ts'
import { domainEntryMessages, domainSearchMessages } from '../../rules/domain-entry.ts'
import { keepRecords } from '../own-names/keep-records.ts'
import { lookAtStanding } from '../own-names/look-at-standing.ts'
import { prepareOwnNames } from '../own-names/prepare-own-names.ts'
import { previewNames, searchDomains } from './search-domains.ts'
import { verifyNames } from './verify-availability.ts'
import { verifyOwnNames } from './verify-own-names.ts'

/** Looking for names to order. */
export function findingRoutes(deps: Dependencies): Routes {
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

    bind(api.lookAtStanding, async ({ customer, body }) => ({
      results: await lookAtStanding(deps, customer.id, body.domains),
    }))

    bind(api.keepRecords, async ({ customer, body }) => ({
      records: await keepRecords(deps, customer.id, body),
    }))

    bind(api.prepareOwnNames, async ({ customer, body }) => ({
      results: await prepareOwnNames(deps, customer.id, body.domains),
    }))

    bind(api.addDomain, async ({ customer, body }) => {
      const [result] = await verifyOwnNames(deps, customer.id, [body.domain])
      const domainAlreadyExists = result?.exists_in_airtable === true
      const message = domainAlreadyExists
        ? fillMessage(domainEntryMessages.alreadyExists, { d: body.domain })
        : (result?.message ?? '')
      return { success: message === '', message, domainAlreadyExists, domain: body.domain }
    })
  }
}
