import * as z from 'zod/mini'
import { ownHealthModes } from '../health/health-mode.ts'
import { healthOfDomain, healthOverview } from '../health/health-view.ts'
import { boundedText } from '../text/outcome.ts'
import { endpoint } from './endpoint.ts'

export const domainsHealth = endpoint({
  method: 'GET',
  path: '/api/domain-health',
  summary: "How the customer's delivered domains are, and what needs somebody",
  access: 'customer',
  viewed: true,
  response: healthOverview,
})

export const oneDomainsHealth = endpoint({
  method: 'GET',
  path: '/api/domain-health/:domainId',
  summary: 'Everything that was seen of one domain, its last 90 days and why it is as it is',
  access: 'customer',
  viewed: true,
  params: z.strictObject({ domainId: boundedText(40) }),
  response: healthOfDomain,
})

export const setOwnHealthMode = endpoint({
  method: 'POST',
  path: '/api/domain-health/mode',
  summary: 'Choose whether a domain that should rest is suggested or rested by itself',
  access: 'customer',
  limit: 'change',
  body: z.strictObject({ mode: z.enum(ownHealthModes) }),
  response: z.object({ message: z.string() }),
})
