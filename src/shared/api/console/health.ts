import * as z from 'zod/mini'
import { healthOfDomain, healthOverview } from '../../health/health-view.ts'
import { boundedText } from '../../text/outcome.ts'
import { endpoint } from '../endpoint.ts'

export const consoleHealth = endpoint({
  method: 'GET',
  path: '/api/operator/health',
  summary: "How all customers' delivered domains are, by the account that their mailboxes are at",
  access: 'staff:customers.read',
  response: healthOverview,
})

export const consoleDomainHealth = endpoint({
  method: 'GET',
  path: '/api/operator/health/:domainId',
  summary: 'Everything that was seen of one domain',
  access: 'staff:customers.read',
  params: z.strictObject({ domainId: boundedText(40) }),
  response: healthOfDomain,
})
