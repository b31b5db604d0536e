import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import { ApiError, call, NetworkError } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'
import { useAction } from '#ui/use-action.ts'
import {
  cancelBulkJob,
  checkBulkJob,
  listBulkJobs,
  planUndo,
  readBulkResults,
  retryBulkJob,
  undoBulkJob,
} from '../api/bulk-update.ts'
import { getJob } from '../api/jobs.ts'
import { type BulkJobProgress, hasSucceeded, isUnfinished, type RetryBody } from '../rules/bulk-job.ts'
import { type BulkJobResults, joinResults } from '../rules/bulk-results.ts'
import { listPartSize } from '../rules/loaded-list.ts'
import { useNoteStarted } from './started-jobs.ts'

/** How often a running update is looked at. */
const lookEveryMs = 700

const jobQuery = (jobId: string | undefined) =>
  queryOptions({
    queryKey: ['bulk-job', jobId],
    queryFn: ({ signal }) => call(getJob, { params: { jobId: jobId ?? '' }, signal }),
    enabled: jobId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (state.error instanceof ApiError && state.error.status === 404) return false
      return !state.data || isUnfinished(state.data) ? lookEveryMs : false
    },
    meta: { quiet: true },
  })

/** How far an update is, followed until it has ended. */
export const useBulkJob = (jobId: string | undefined): BulkJobProgress | undefined =>
  useQuery(jobQuery(jobId)).data

/** The same, and whether the last look found no server: what is known is older then than it seems. */
export function useWatchedJob(jobId: string) {
  const { data: job, failureCount, isError } = useQuery(jobQuery(jobId))
  return { job, isCutOff: isError || failureCount > 0 }
}

/** Several at once. */
export const useBulkJobs = (jobIds: readonly string[]): readonly (BulkJobProgress | undefined)[] =>
  useQueries({ queries: jobIds.map(jobQuery), combine: (results) => results.map(({ data }) => data) })

/** A list of updates in which those under way are followed. */
export function useFollowed(listed: readonly BulkJobProgress[] = []): readonly BulkJobProgress[] {
  const now = useBulkJobs(listed.filter(isUnfinished).map(({ jobId }) => jobId))
  const byId = new Map(now.map((job) => [job?.jobId, job]))
  return listed.map((job) => byId.get(job.jobId) ?? job)
}

const jobsQuery = (tool: BulkToolId, within: 'day' | 'month') =>
  queryOptions({
    queryKey: ['bulk-jobs', tool, within],
    queryFn: ({ signal }) => call(listBulkJobs, { query: { tool, within }, signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
export const recentJobsQuery = (tool: BulkToolId) => jobsQuery(tool, 'day')
/** All whose results are kept. */
export const pastJobsQuery = (tool: BulkToolId) => jobsQuery(tool, 'month')

/** An update has started or ended: it stands there, and stands there otherwise, from now on. */
export const refreshJobs = () => queryClient.invalidateQueries({ queryKey: ['bulk-jobs'] })

/** What became of each account; `status` makes it another once the job has reached one. */
/** All accounts of an update, a part after the other. */
async function readResults(jobId: string, signal: AbortSignal): Promise<BulkJobResults> {
  let all: BulkJobResults | undefined
  for (;;) {
    const query = { from: all?.accounts.length ?? 0 }
    const part = await call(readBulkResults, { params: { jobId }, query, signal })
    all = all ? joinResults(all, part) : part
    if (part.accounts.length < listPartSize) return all
  }
}

export const resultsQuery = (jobId: string, status: string) =>
  queryOptions({
    queryKey: ['bulk-results', jobId, status],
    queryFn: ({ signal }) => readResults(jobId, signal),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })

export const undoQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['bulk-undo', jobId],
    queryFn: ({ signal }) => call(planUndo, { params: { jobId }, signal }),
    staleTime: 0,
    meta: { quiet: true },
  })

export const undoJob = (jobId: string, credentials: RetryCredentials) =>
  call(undoBulkJob, { params: { jobId }, body: credentials })

export async function cancelJob(jobId: string): Promise<void> {
  const job = await call(cancelBulkJob, { params: { jobId } })
  queryClient.setQueryData(jobQuery(jobId).queryKey, job)
}

/** Reads again what is not known of an ended update. */
export async function checkJob(jobId: string, credentials: RetryCredentials): Promise<void> {
  const job = await call(checkBulkJob, { params: { jobId }, body: credentials })
  queryClient.setQueryData(jobQuery(jobId).queryKey, job)
  await Promise.all([refreshJobs(), queryClient.invalidateQueries({ queryKey: ['bulk-results', jobId] })])
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
  /** What is said first when nothing was started. */
  failed: string
  /** Told of a refusal; where no answer came, the question that stays says it. */
  onRefused: (error: Error) => void
}

/** One kind of update: starts it, follows it, and remembers whether one has succeeded. */
export function useBulkUpdate<Input>({ send, onStarted, failed, onRefused }: UpdateOptions<Input>) {
  const [jobId, setJobId] = useState<string>()
  const [succeeded, setSucceeded] = useState(false)
  /** The job because of which the last press started nothing. */
  const [blockedBy, setBlockedBy] = useState<string>()
  const noteStarted = useNoteStarted()
  const follow = (started: string) => {
    noteStarted(started)
    setJobId(started)
    void refreshJobs()
  }
  const job = useBulkJob(jobId)
  const { mutateAsync, isPending } = useAction({
    mutationFn: send,
    meta: { quiet: true },
    onMutate: () => setBlockedBy(undefined),
    onSuccess: (answer) => {
      if (answer.jobId) follow(answer.jobId)
      onStarted?.(answer)
    },
    onError: (error) => {
      const running = runningJob(error)
      if (running !== undefined) setBlockedBy(running)
      else if (!(error instanceof NetworkError)) onRefused(error)
    },
  })
  /** Throws only where no answer came: what asked for it can be asked again, as it stands. */
  const start = (input: Input) =>
    mutateAsync(input).then(
      () => {},
      (error: unknown) => {
        if (error instanceof NetworkError) throw error
      },
    )
  if (job && hasSucceeded(job) && !succeeded) setSucceeded(true)
  const isBusy = isPending || (jobId !== undefined && (!job || isUnfinished(job)))
  return { start, jobId, follow, isBusy, succeeded, blockedBy, failed }
}
export type RunningUpdate = Pick<
  ReturnType<typeof useBulkUpdate>,
  'jobId' | 'follow' | 'isBusy' | 'succeeded' | 'blockedBy' | 'failed'
>

/** The job that stands in the way of another, which is someone else's business: another tab's, for one. */
export function runningJob(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return undefined
  const jobId = (error.details as { jobId?: unknown } | null | undefined)?.jobId
  return typeof jobId === 'string' ? jobId : undefined
}
