import * as z from 'zod/mini'
import { bulkJobProgress } from '../bulk-update/bulk-job.ts'
import { boundedText } from '../text/outcome.ts'
import { endpoint } from './endpoint.ts'

export const getJob = endpoint({
  method: 'GET',
  path: '/api/jobs/:jobId',
  summary: 'How far an update in the background is',
  access: 'customer',
  params: z.object({ jobId: boundedText(64).check(z.minLength(1)) }),
  response: bulkJobProgress,
})
