import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { domainField } from '#features/names/rules/domain-name.ts'
import { domainTypes } from '#features/names/rules/domain-type.ts'
import { keptTextMax } from '#features/names/rules/kept-records.ts'
import { groupId } from '#features/orders/api/groups.ts'
import { domainStatuses } from '#features/orders/rules/order-status.ts'

export const listDomains = endpoint({
  method: 'GET',
  path: '/api/domains',
  summary: 'All domains of the customer',
  access: 'customer',
  viewed: true,
  response: z.object({
    domains: z.array(
      z.object({
        domain: z.string(),
        domainType: z.enum(domainTypes),
        status: z.enum(domainStatuses),
        orderId: z.string(),
        groupId: z.string(),
        currentForwardingDomain: z.string(),
      }),
    ),
  }),
})

export const oneDomain = z.strictObject({ domain: domainField })
/** What one domain's act returns: a sentence that says what was done. */
export const actedOn = z.object({ success: z.boolean(), message: z.string() })

export const checkNow = endpoint({
  method: 'POST',
  path: '/api/domains/check-now',
  summary: 'Look at once whether what a domain waits for has happened',
  access: 'customer',
  limit: 'change',
  body: oneDomain,
  response: actedOn,
})

export const checkAllNow = endpoint({
  method: 'POST',
  path: '/api/domains/check-all-now',
  summary: 'Look at once whether what the domains of a group wait for has happened',
  access: 'customer',
  limit: 'change',
  body: z.strictObject({ groupId }),
  response: actedOn,
})

export const refundUnregistered = endpoint({
  method: 'POST',
  path: '/api/domains/refund-unregistered',
  summary: 'Give up a domain that could not be registered, for its registration fee',
  access: 'customer',
  limit: 'change',
  body: oneDomain,
  response: actedOn,
})

export const tryAgain = endpoint({
  method: 'POST',
  path: '/api/domains/try-again',
  summary: 'Continue with a domain that stopped with an error',
  access: 'customer',
  limit: 'change',
  body: oneDomain,
  response: actedOn,
})

export const replaceRecords = endpoint({
  method: 'POST',
  path: '/api/domains/replace-records',
  summary: 'Remove DNS records that are in the way of what a domain needs',
  access: 'customer',
  limit: 'change',
  // Those that were shown, one per line: what has come since stays.
  body: z.strictObject({ domain: domainField, records: boundedText(keptTextMax) }),
  response: actedOn,
})
