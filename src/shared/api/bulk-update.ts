import * as z from 'zod/mini'
import { bulkJobProgress, bulkTools, retryBody } from '../bulk-update/bulk-job.ts'
import {
  instantlyBody,
  instantlyCredentialsResponse,
  instantlyResponse,
} from '../bulk-update/instantly-calls.ts'
import * as smartlead from '../bulk-update/smartlead-calls.ts'
import { endpoint } from './endpoint.ts'

/** Room for the signatures of as many accounts as one update may change. */
const maxBytes = 16 * 1024 * 1024

const jobParams = z.object({ jobId: z.string().check(z.minLength(1), z.maxLength(64)) })
const forgotten = z.object({ success: z.boolean() })

export const instantly = endpoint({
  method: 'POST',
  path: '/api/instantly',
  summary: "Find the accounts of a customer's Instantly workspace, or start an update of them",
  access: 'customer',
  maxBytes,
  body: instantlyBody,
  response: instantlyResponse,
})

export const instantlyCredentials = endpoint({
  method: 'GET',
  path: '/api/instantly/credentials',
  summary: 'Credentials that were kept after the last search, while they last',
  access: 'customer',
  response: instantlyCredentialsResponse,
})

export const forgetInstantlyCredentials = endpoint({
  method: 'DELETE',
  path: '/api/instantly/credentials',
  summary: 'Forget the credentials that were kept',
  access: 'customer',
  response: forgotten,
})

export const smartleadToken = endpoint({
  method: 'GET',
  path: '/api/smartlead/token',
  summary: 'The token that was kept after the last search, while it lasts',
  access: 'customer',
  response: smartlead.smartleadTokenResponse,
})

export const forgetSmartleadToken = endpoint({
  method: 'DELETE',
  path: '/api/smartlead/token',
  summary: 'Forget the token that was kept',
  access: 'customer',
  response: forgotten,
})

export const smartleadAccounts = endpoint({
  method: 'POST',
  path: '/api/smartlead/accounts',
  summary: "Find the accounts of a customer's Smartlead user",
  access: 'customer',
  body: smartlead.smartleadAccountsBody,
  response: smartlead.smartleadAccountsResponse,
})

export const updateSmartleadWarmup = endpoint({
  method: 'POST',
  path: '/api/smartlead/update-warmup',
  summary: 'Start an update of warm-up settings',
  access: 'customer',
  maxBytes,
  body: smartlead.smartleadWarmupBody,
  response: smartlead.smartleadUpdateResponse,
})

export const updateSmartleadOutbound = endpoint({
  method: 'POST',
  path: '/api/smartlead/update-outbound',
  summary: 'Start an update of outbound settings',
  access: 'customer',
  maxBytes,
  body: smartlead.smartleadOutboundBody,
  response: smartlead.smartleadUpdateResponse,
})

export const updateSmartleadTags = endpoint({
  method: 'POST',
  path: '/api/smartlead/update-tags',
  summary: 'Start adding tags',
  access: 'customer',
  maxBytes,
  body: smartlead.smartleadTagsBody,
  response: smartlead.smartleadUpdateResponse,
})

export const updateSmartleadSignature = endpoint({
  method: 'POST',
  path: '/api/smartlead/update-signature',
  summary: 'Start an update of signatures',
  access: 'customer',
  maxBytes,
  body: smartlead.smartleadSignatureBody,
  response: smartlead.smartleadUpdateResponse,
})

export const listBulkJobs = endpoint({
  method: 'GET',
  path: '/api/jobs',
  summary: 'Updates of a tool that are under way or ended within a day, newest first',
  access: 'customer',
  query: z.strictObject({ tool: z.enum(bulkTools) }),
  response: z.object({ jobs: z.array(bulkJobProgress) }),
})

export const cancelBulkJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:jobId/cancel',
  summary: 'Leave the accounts of an update as they are that it has not come to yet',
  access: 'customer',
  params: jobParams,
  response: bulkJobProgress,
})

export const retryBulkJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:jobId/retry',
  summary: 'Start the same update again for the accounts that it did not change',
  access: 'customer',
  params: jobParams,
  body: retryBody,
  response: z.object({ success: z.boolean(), message: z.string(), jobId: z.string() }),
})
