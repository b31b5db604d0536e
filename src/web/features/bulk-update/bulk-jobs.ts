import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelBulkJob, listBulkJobs, retryBulkJob } from '#shared/api/bulk-update.ts'
import { getJob } from '#shared/api/jobs.ts'
import {
  type BulkJobProgress,
  hasSucceeded,
  isUnfinished,
  type RetryBody,
} from '#shared/bulk-update/bulk-job.ts'
import type { BulkToolId } from '#shared/tools/sending-tools.ts'
import { ApiError, call } from '../../api.ts'
import { queryClient } from '../../query-client.ts'

/** How often a running update is looked at. */
const lookEveryMs = 700

const jobQuery = (jobId: string | undefined) =>
  queryOptions({
    queryKey: ['bulk-job', jobId],
    queryFn: ({ signal }) => call(getJob, { params: { jobId: jobId ?? '' }, signal }),
    enabled: jobId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (!state.data || isUnfinished(state.data) ? lookEveryMs : false),
    meta: { quiet: true },
  })

/** How far an update is, followed until it has ended. */
export const useBulkJob = (jobId: string | undefined): BulkJobProgress | undefined =>
  useQuery(jobQuery(jobId)).data

export const recentJobsQuery = (tool: BulkToolId) =>
  queryOptions({
    queryKey: ['bulk-jobs', tool],
    queryFn: ({ signal }) => call(listBulkJobs, { query: { tool }, signal }),
    staleTime: 0,
    meta: { quiet: true },
  })

export async function cancelJob(jobId: string): Promise<void> {
  const job = await call(cancelBulkJob, { params: { jobId } })
  queryClient.setQueryData(jobQuery(jobId).queryKey, job)
}

/** Credentials in the words of the retry call; empty to use those that were kept. */
export type RetryCredentials = Partial<RetryBody>

export const retryJob = (jobId: string, credentials: RetryCredentials) =>
  call(retryBulkJob, { params: { jobId }, body: credentials })

interface Started {
  success: boolean
  message: string
  jobId?: string | undefined
}

interface UpdateOptions<Input> {
  send: (input: Input) => Promise<Started>
  onStarted?: (answer: Started) => void
  /** The server refused, or there was no answer. */
  onFailed: (error: Error) => void
}

/** One kind of update: starts it, follows it, and remembers whether one has succeeded. */
export function useBulkUpdate<Input>({ send, onStarted, onFailed }: UpdateOptions<Input>) {
  const [jobId, setJobId] = useState<string>()
  const [succeeded, setSucceeded] = useState(false)
  const job = useBulkJob(jobId)
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    meta: { quiet: true },
    onSuccess: (answer) => {
      if (answer.jobId) setJobId(answer.jobId)
      onStarted?.(answer)
    },
    onError: (error) => {
      // The same update is running, started in another tab perhaps: that one is followed.
      const running =
        error instanceof ApiError && error.code === 'conflict' ? runningJob(error.details) : undefined
      if (running) setJobId(running)
      onFailed(error)
    },
  })
  if (job && hasSucceeded(job) && !succeeded) setSucceeded(true)
  const isBusy = isPending || (jobId !== undefined && (!job || isUnfinished(job)))
  return { start: mutate, jobId, follow: setJobId, isBusy, succeeded }
}

function runningJob(details: unknown): string | undefined {
  const jobId = (details as { jobId?: unknown } | null | undefined)?.jobId
  return typeof jobId === 'string' ? jobId : undefined
}
