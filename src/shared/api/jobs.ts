import * as z from 'zod/mini'
import { bulkJobProgress } from '../bulk-update/bulk-job.ts'
import { endpoint } from './endpoint.ts'

export const getJob = endpoint({
  method: 'GET',
  path: '/api/jobs/:jobId',
  summary: 'How far an update in the background is',
  access: 'customer',
  params: z.object({ jobId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  response: bulkJobProgress,
})
