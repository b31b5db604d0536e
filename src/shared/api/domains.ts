import * as z from 'zod/mini'
import { verifyAvailabilityBody, verifyAvailabilityResponse } from '../domains/domain-availability.ts'
import {
  domainField,
  domainNameMessages,
  ownDomainField,
  purchasedDomainField,
} from '../domains/domain-name.ts'
import { domainTypes } from '../domains/domain-type.ts'
import { updateForwardingBody } from '../domains/forwarding/update-forwarding.ts'
import { replaceDomainsBody } from '../domains/replacement/replace-request.ts'
import { replaceDomainsResponse } from '../domains/replacement/replace-response.ts'
import { wantedNamesMessages } from '../domains/wanted-names.ts'
import { domainStatuses } from '../orders/order-status.ts'
import { wantedNamesMax } from '../plans/catalog.ts'
import { boundedList } from '../text/bounded.ts'
import { endpoint } from './endpoint.ts'

const taken = z.object({ success: z.boolean(), message: z.string() })

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

export const addDomain = endpoint({
  method: 'POST',
  path: '/api/domains',
  summary: "Check that a domain of the customer's own can be used in an order",
  access: 'customer',
  limit: 'search',
  body: z.strictObject({ domain: ownDomainField }),
  response: z.object({
    success: z.boolean(),
    message: z.string(),
    /** Whether an order here has it: it can be claimed. */
    domainAlreadyExists: z.boolean(),
    domain: z.string(),
  }),
})

/**
 * A name as the search lists it. `checking` is known by searching again in a second. `check`: only the registrar can
 * say (no dependable public look-up, perhaps a premium price); it is asked when the name is taken, by verifying its
 * availability, as it is for an `available` one.
 */
export const foundDomain = z.object({
  domain: z.string(),
  state: z.enum(['checking', 'available', 'check', 'taken']),
  priceCents: z.number(),
})
export type FoundDomain = z.output<typeof foundDomain>

export const searchDomain = endpoint({
  method: 'POST',
  path: '/api/domains/search-domain',
  summary: 'Look for a domain to buy, and for others like it',
  access: 'customer',
  limit: 'search',
  body: z.strictObject({ domain: purchasedDomainField() }),
  response: z.object({
    success: z.boolean(),
    message: z.string(),
    /** Whether the name itself is taken. */
    domainAlreadyExists: z.boolean(),
    /** Names known to be free. */
    available_domains: z.array(z.string()),
    /** Every name to list, those being checked included. */
    results: z.array(foundDomain),
  }),
})

export const previewNames = endpoint({
  method: 'POST',
  path: '/api/domains/preview-names',
  summary: 'Which of some wanted names are free, as far as registries tell, and what each costs',
  access: 'customer',
  // It looks at as many names as a search does.
  limit: 'search',
  body: z.strictObject({
    domains: boundedList(purchasedDomainField(), {
      max: wantedNamesMax,
      tooMany: wantedNamesMessages.tooMany,
      none: domainNameMessages.empty,
    }),
  }),
  response: z.object({ results: z.array(foundDomain) }),
})

export const verifyAvailability = endpoint({
  method: 'POST',
  path: '/api/domains/verify-availability',
  summary: 'Whether names that are about to be taken can be bought, or brought along',
  access: 'customer',
  limit: 'verify',
  body: verifyAvailabilityBody,
  response: verifyAvailabilityResponse,
})

export const updateForwarding = endpoint({
  method: 'POST',
  path: '/api/domains/update-forwarding',
  summary: 'Send visitors of domains elsewhere',
  access: 'customer',
  limit: 'change',
  body: updateForwardingBody,
  response: z.object({
    success: z.boolean(),
    message: z.string(),
    /** All of them lead there already: nothing was changed. */
    unchanged: z.optional(z.boolean()),
    /** Set when the update runs in the background. */
    jobId: z.optional(z.string()),
  }),
})

export const replaceDomains = endpoint({
  method: 'POST',
  path: '/api/domains/replace',
  summary: 'Put other domains in the place of delivered ones',
  access: 'customer',
  limit: 'payment',
  body: replaceDomainsBody,
  response: replaceDomainsResponse,
})

const oneDomain = z.strictObject({ domain: domainField })

export const checkNow = endpoint({
  method: 'POST',
  path: '/api/domains/check-now',
  summary: 'Look at once whether what a domain waits for has happened',
  access: 'customer',
  limit: 'change',
  body: oneDomain,
  response: taken,
})

export const tryAgain = endpoint({
  method: 'POST',
  path: '/api/domains/try-again',
  summary: 'Continue with a domain that stopped with an error',
  access: 'customer',
  limit: 'change',
  body: oneDomain,
  response: taken,
})

export const takeBackReplacement = endpoint({
  method: 'POST',
  path: '/api/domains/take-back-replacement',
  summary: 'Give up an own replacement that is not delivered yet, and keep the domain that it was to replace',
  access: 'customer',
  limit: 'change',
  body: oneDomain,
  response: taken,
})
