import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedList } from '#base/text/bounded.ts'
import { boundedText } from '#base/text/outcome.ts'
import { domainsPerCallMax, wantedNamesMax } from '#features/plans/rules/catalog.ts'
import {
  domainAvailabilityMessages,
  verifyAvailabilityBody,
  verifyAvailabilityResponse,
} from '../rules/domain-availability.ts'
import { domainNameMessages, ownDomainField, purchasedDomainField } from '../rules/domain-name.ts'
import { keptTextMax } from '../rules/kept-records.ts'
import { preparedName } from '../rules/prepared-name.ts'
import { standingName } from '../rules/standing-records.ts'
import { wantedNamesMessages } from '../rules/wanted-names.ts'

/**
 * A name as the search lists it. `checking` is known by searching again in a second. `check`: only the registrar can
 * say (no dependable public look-up, perhaps a premium price); it is asked when the name is taken, by verifying its
 * availability, as it is for an `available` one.
 */
const foundDomain = z.object({
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

const ownDomains = z.strictObject({
  domains: boundedList(ownDomainField, {
    max: domainsPerCallMax,
    tooMany: domainAvailabilityMessages.tooMany,
    none: domainNameMessages.empty,
  }),
})

export const lookAtStanding = endpoint({
  method: 'POST',
  path: '/api/domains/standing-records',
  summary: 'The DNS records that domains have now and lose when they point here',
  access: 'customer',
  limit: 'verify',
  body: ownDomains,
  response: z.object({ results: z.array(standingName) }),
})

export const keepRecords = endpoint({
  method: 'POST',
  path: '/api/domains/kept-records',
  summary: 'Set which DNS records are kept in our zone of an own domain, one per line',
  access: 'customer',
  limit: 'verify',
  body: z.strictObject({
    domain: ownDomainField,
    records: boundedText(keptTextMax),
    /** What was kept when the change began, a line each: another one meanwhile is not written over. */
    before: boundedText(keptTextMax),
  }),
  response: z.object({ records: z.array(z.string()) }),
})

export const prepareOwnNames = endpoint({
  method: 'POST',
  path: '/api/domains/prepare-own',
  summary: 'Prepare domains that the customer says point here, and see what is still missing',
  access: 'customer',
  limit: 'verify',
  body: ownDomains,
  response: z.object({ results: z.array(preparedName) }),
})
