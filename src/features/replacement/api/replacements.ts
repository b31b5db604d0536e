import { endpoint } from '#base/api/endpoint.ts'
import { agreedEnds } from '#features/checkout/api/ended-payments.ts'
import { actedOn, oneDomain } from '#features/domains/api/domains.ts'
import { replaceDomainsBody } from '../rules/replace-request.ts'
import { replaceDomainsResponse } from '../rules/replace-response.ts'

export const replaceDomains = endpoint({
  method: 'POST',
  path: '/api/domains/replace',
  summary: 'Put other domains in the place of delivered ones',
  access: 'customer',
  limit: 'payment',
  query: agreedEnds,
  body: replaceDomainsBody,
  response: replaceDomainsResponse,
})

export const endOverlap = endpoint({
  method: 'POST',
  path: '/api/domains/end-overlap',
  summary: 'Take a replaced domain down that still receives replies, or call that off before it begins',
  access: 'customer',
  limit: 'change',
  body: oneDomain,
  response: actedOn,
})

export const takeBackReplacement = endpoint({
  method: 'POST',
  path: '/api/domains/take-back-replacement',
  summary:
    'Give up a replacement whose original still runs, and keep that: an own one that is not delivered, or any during its overlap',
  access: 'customer',
  limit: 'change',
  body: oneDomain,
  response: actedOn,
})
