import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { bulkJobProgress } from '../rules/bulk-job.ts'

export const getJob = endpoint({
  method: 'GET',
  path: '/api/jobs/:jobId',
  summary: 'How far an update in the background is',
  access: 'customer',
  params: z.object({ jobId: boundedText(64).check(z.minLength(1)) }),
  response: bulkJobProgress,
})
