import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { healthMailNames } from '../rules/health-mail.ts'
import { ownHealthModes } from '../rules/health-mode.ts'
import { healthOfDomain, healthOverview, healthStrips, stripsQuery } from '../rules/health-view.ts'

const domainParams = z.strictObject({ domainId: boundedText(40) })

export const domainsHealth = endpoint({
  method: 'GET',
  path: '/api/domain-health/overview',
  summary: "How the customer's delivered domains are, and what needs somebody",
  access: 'customer',
  viewed: true,
  response: healthOverview,
})

export const domainsStrips = endpoint({
  method: 'GET',
  path: '/api/domain-health/strips',
  summary: "The last 30 days of some of the customer's domains, whose ids are given with commas between them",
  access: 'customer',
  viewed: true,
  query: stripsQuery,
  response: healthStrips,
})

export const ownHealthMail = endpoint({
  method: 'GET',
  path: '/api/account/health-mail',
  summary: 'Which mails about the health of domains the customer gets',
  access: 'customer',
  viewed: true,
  response: z.object({ mail: z.enum(healthMailNames) }),
})

export const setOwnHealthMail = endpoint({
  method: 'POST',
  path: '/api/account/health-mail',
  summary: 'Choose which mails about the health of domains come',
  access: 'customer',
  limit: 'change',
  body: z.strictObject({ mail: z.enum(healthMailNames) }),
  response: z.object({ message: z.string() }),
})

export const oneDomainsHealth = endpoint({
  method: 'GET',
  path: '/api/domain-health/:domainId',
  summary: 'Everything that was seen of one domain, its last 90 days and why it is as it is',
  access: 'customer',
  viewed: true,
  params: domainParams,
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

const done = z.object({ message: z.string() })
const noBody = z.optional(z.nullable(z.object({})))

export const restOwnDomain = endpoint({
  method: 'POST',
  path: '/api/domain-health/:domainId/rest',
  summary: 'Have a domain rested that should rest: no cold mail, by the daily limit in the sending tool',
  access: 'customer',
  limit: 'change',
  params: domainParams,
  body: noBody,
  response: done,
})

export const dismissOwnRest = endpoint({
  method: 'POST',
  path: '/api/domain-health/:domainId/dismiss',
  summary: 'Dismiss the suggestion to rest a domain',
  access: 'customer',
  limit: 'change',
  params: domainParams,
  body: noBody,
  response: done,
})

export const returnOwnDomain = endpoint({
  method: 'POST',
  path: '/api/domain-health/:domainId/return',
  summary: 'End the rest of a domain at once: its daily limits are set back to what they were',
  access: 'customer',
  limit: 'change',
  params: domainParams,
  body: noBody,
  response: done,
})
