import * as z from 'zod/mini'
import { healthModeNames } from '../../health/health-mode.ts'
import { healthOfDomain, healthOverview } from '../../health/health-view.ts'
import { boundedText } from '../../text/outcome.ts'
import { endpoint } from '../endpoint.ts'
import { customerParams } from './customer.ts'

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

export const setCustomerHealthMode = endpoint({
  method: 'POST',
  path: '/api/operator/customers/:customerId/health-mode',
  summary: 'Set what is done about the health of a customer’s domains',
  access: 'staff:customers.manage',
  limit: 'staff',
  params: customerParams,
  body: z.strictObject({ mode: z.enum(healthModeNames) }),
  response: z.object({ message: z.string() }),
})
