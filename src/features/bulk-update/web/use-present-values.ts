import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import type { AccountValues } from '../rules/account-values.ts'
import { isUnfinished } from '../rules/bulk-job.ts'
import type { BulkJobResults } from '../rules/bulk-results.ts'
import { valuesAfter } from '../rules/present-values.ts'
import { pastJobsQuery, resultsQuery } from './bulk-jobs.ts'
import type { ChoosableAccount } from './use-account-choice.ts'

/** What one update after the other has left in each account. */
function valuesAfterAll(results: UseQueryResult<BulkJobResults>[]): ReadonlyMap<string, AccountValues> {
  const known = new Map<string, AccountValues>()
  for (const { data, isPlaceholderData } of results)
    if (data && !isPlaceholderData)
      for (const [account, values] of valuesAfter(data))
        known.set(account, { ...known.get(account), ...values })
  return known
}

/** Accounts as they stand after all updates, undone ones too, that have ended since they were read. */
export function usePresentValues(
  tool: BulkToolId,
  accounts: readonly ChoosableAccount[],
  readAt: string | undefined,
): readonly ChoosableAccount[] {
  const { data } = useQuery(pastJobsQuery(tool))
  const ended = (data?.jobs ?? [])
    .flatMap((job) =>
      !isUnfinished(job) && job.finishedAt && readAt && job.finishedAt > readAt
        ? [{ ...job, finishedAt: job.finishedAt }]
        : [],
    )
    .sort((a, b) => (a.finishedAt < b.finishedAt ? -1 : 1))
  const known = useQueries({
    queries: ended.map(({ jobId, status }) => resultsQuery(jobId, status)),
    combine: valuesAfterAll,
  })
  return useMemo(
    () =>
      accounts.map((account) => {
        const values = known.get(account.key)
        return values ? { ...account, current: { ...account.current, ...values } } : account
      }),
    [accounts, known],
  )
}
