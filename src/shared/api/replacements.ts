import { replaceDomainsBody } from '../domains/replacement/replace-request.ts'
import { replaceDomainsResponse } from '../domains/replacement/replace-response.ts'
import { actedOn, oneDomain } from './domains.ts'
import { endpoint } from './endpoint.ts'

export const replaceDomains = endpoint({
  method: 'POST',
  path: '/api/domains/replace',
  summary: 'Put other domains in the place of delivered ones',
  access: 'customer',
  limit: 'payment',
  body: replaceDomainsBody,
  response: replaceDomainsResponse,
})

export const takeBackReplacement = endpoint({
  method: 'POST',
  path: '/api/domains/take-back-replacement',
  summary: 'Give up an own replacement that is not delivered yet, and keep the domain that it was to replace',
  access: 'customer',
  limit: 'change',
  body: oneDomain,
  response: actedOn,
})
