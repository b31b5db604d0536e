import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { ownDomainField } from '../rules/domain-name.ts'

const ownDomain = z.strictObject({ domain: ownDomainField })

export const ownershipRecord = endpoint({
  method: 'POST',
  path: '/api/domains/ownership-record',
  summary: 'The DNS record by which the customer shows that a domain in another order is theirs',
  access: 'customer',
  limit: 'change',
  body: ownDomain,
  response: z.object({
    /** The host it stands at: `_inboxyard-verify.acme.com`. */
    name: z.string(),
    type: z.literal('TXT'),
    value: z.string(),
  }),
})

/**
 * What became of a claim:
 *
 * - `yours`: no order holds the domain now, it can be added
 * - `freeing`: the record was seen, and the domain is on its way out of the other order
 * - `not_seen`: the record is not at the domain's DNS host (yet)
 * - `unknown`: the DNS host does not answer, or its servers do not agree yet, or the registrar does not answer
 * - `own_order`: it is in one of the customer's own orders
 * - `impossible`: it was registered by us, or is delegated here
 */
const claimStates = ['yours', 'freeing', 'not_seen', 'unknown', 'own_order', 'impossible'] as const
export type ClaimState = (typeof claimStates)[number]

export const claimDomain = endpoint({
  method: 'POST',
  path: '/api/domains/claim',
  summary:
    'Look for that record at the domain’s present DNS host, and take the domain out of the other order',
  access: 'customer',
  limit: 'claim',
  body: ownDomain,
  response: z.object({ state: z.enum(claimStates) }),
})
