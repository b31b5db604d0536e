import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { bulkTools } from '#features/tools/rules/sending-tools.ts'
import { accountsMax } from '../rules/account-lists.ts'
import { bulkJobProgress, retryBody } from '../rules/bulk-job.ts'
import { bulkJobResults, undoPlan } from '../rules/bulk-results.ts'
import { instantlyBody, instantlyCredentialsResponse, instantlyResponse } from '../rules/instantly-calls.ts'
import { listPartQuery } from '../rules/loaded-list.ts'
import { signatureField } from '../rules/signature.ts'
import * as smartlead from '../rules/smartlead-calls.ts'

/** An address and a signature of a thousand letters, for as many accounts as one update may change. */
const instantlyMaxBytes = accountsMax * 1_200
/** As many ids, the longest credentials and one signature, whatever they are escaped to. */
const smartleadMaxBytes = 512 * 1024

const jobParams = z.object({ jobId: boundedText(64).check(z.minLength(1)) })
const forgotten = z.object({ success: z.boolean() })

export const instantly = endpoint({
  method: 'POST',
  path: '/api/instantly',
  summary: "Find the accounts of a customer's Instantly workspace, or start an update of them",
  access: 'customer',
  limit: 'bulk',
  maxBytes: instantlyMaxBytes,
  body: instantlyBody,
  response: instantlyResponse,
})

export const instantlyCredentials = endpoint({
  method: 'GET',
  path: '/api/instantly/credentials',
  summary: 'Masked markers that stand for the credentials kept after the last search, while they last',
  access: 'customer',
  limit: 'secret',
  response: instantlyCredentialsResponse,
})

export const forgetInstantlyCredentials = endpoint({
  method: 'DELETE',
  path: '/api/instantly/credentials',
  summary: 'Forget the credentials that were kept',
  access: 'customer',
  limit: 'change',
  response: forgotten,
})

export const smartleadToken = endpoint({
  method: 'GET',
  path: '/api/smartlead/token',
  summary: 'A masked marker that stands for the token kept after the last search, while it lasts',
  access: 'customer',
  limit: 'secret',
  response: smartlead.smartleadTokenResponse,
})

export const forgetSmartleadToken = endpoint({
  method: 'DELETE',
  path: '/api/smartlead/token',
  summary: 'Forget the token that was kept',
  access: 'customer',
  limit: 'change',
  response: forgotten,
})

export const smartleadAccounts = endpoint({
  method: 'POST',
  path: '/api/smartlead/accounts',
  summary: "Find the accounts of a customer's Smartlead user",
  access: 'customer',
  limit: 'bulk',
  body: smartlead.smartleadAccountsBody,
  response: smartlead.smartleadAccountsResponse,
})

export const updateSmartleadWarmup = endpoint({
  method: 'POST',
  path: '/api/smartlead/update-warmup',
  summary: 'Start an update of warm-up settings',
  access: 'customer',
  limit: 'bulk',
  maxBytes: smartleadMaxBytes,
  body: smartlead.smartleadWarmupBody,
  response: smartlead.smartleadUpdateResponse,
})

export const updateSmartleadOutbound = endpoint({
  method: 'POST',
  path: '/api/smartlead/update-outbound',
  summary: 'Start an update of outbound settings',
  access: 'customer',
  limit: 'bulk',
  maxBytes: smartleadMaxBytes,
  body: smartlead.smartleadOutboundBody,
  response: smartlead.smartleadUpdateResponse,
})

export const updateSmartleadTags = endpoint({
  method: 'POST',
  path: '/api/smartlead/update-tags',
  summary: 'Start adding tags',
  access: 'customer',
  limit: 'bulk',
  maxBytes: smartleadMaxBytes,
  body: smartlead.smartleadTagsBody,
  response: smartlead.smartleadUpdateResponse,
})

export const updateSmartleadSignature = endpoint({
  method: 'POST',
  path: '/api/smartlead/update-signature',
  summary: 'Start an update of signatures',
  access: 'customer',
  limit: 'bulk',
  maxBytes: smartleadMaxBytes,
  body: smartlead.smartleadSignatureBody,
  response: smartlead.smartleadUpdateResponse,
})

export const previewSignature = endpoint({
  method: 'POST',
  path: '/api/signatures/preview',
  summary: 'What recipients would get of a signature; nothing is stored',
  access: 'customer',
  limit: 'preview',
  body: z.strictObject({ signature: signatureField }),
  response: z.object({
    /** Empty when nothing of it can be seen. */
    html: z.string(),
    /** What would be taken out of it, in words. */
    removed: z.array(z.string()),
  }),
})

export const listBulkJobs = endpoint({
  method: 'GET',
  path: '/api/jobs',
  summary: 'Updates of a tool that are under way or ended within a day (or 30 days), newest first',
  access: 'customer',
  viewed: true,
  query: z.strictObject({ tool: z.enum(bulkTools), within: z.optional(z.enum(['day', 'month'])) }),
  response: z.object({ jobs: z.array(bulkJobProgress) }),
})

export const cancelBulkJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:jobId/cancel',
  summary: 'Leave the accounts of an update as they are that it has not come to yet',
  access: 'customer',
  limit: 'change',
  params: jobParams,
  response: bulkJobProgress,
})

export const retryBulkJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:jobId/retry',
  summary: 'Start the same update again for the accounts that it did not change',
  access: 'customer',
  limit: 'bulk',
  params: jobParams,
  body: retryBody,
  response: z.object({ success: z.boolean(), message: z.string(), jobId: z.string() }),
})

export const checkBulkJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:jobId/check',
  summary: 'Read the accounts of an ended update again of which it is not known whether they changed',
  access: 'customer',
  limit: 'bulk',
  params: jobParams,
  body: retryBody,
  response: bulkJobProgress,
})

export const readBulkResults = endpoint({
  method: 'GET',
  path: '/api/jobs/:jobId/accounts',
  summary:
    'What became of the accounts of an update from a position on, 10,000 at a time, with their values before; kept for 30 days',
  access: 'customer',
  viewed: true,
  limit: 'bulk',
  params: jobParams,
  /** From the first, unless told. */
  query: z.strictObject({ from: z.optional(listPartQuery.shape.from) }),
  response: bulkJobResults,
})

export const planUndo = endpoint({
  method: 'GET',
  path: '/api/jobs/:jobId/undo',
  summary: 'What of an update can be taken back, and what can never be',
  access: 'customer',
  limit: 'bulk',
  params: jobParams,
  response: undoPlan,
})

export const undoBulkJob = endpoint({
  method: 'POST',
  path: '/api/jobs/:jobId/undo',
  summary: 'Start putting the values back that were read before an update, where they still hold what it set',
  access: 'customer',
  limit: 'bulk',
  params: jobParams,
  body: retryBody,
  response: z.object({ success: z.boolean(), message: z.string(), jobId: z.string() }),
})
