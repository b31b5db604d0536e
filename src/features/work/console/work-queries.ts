import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callStaff } from '#ui/console/call-staff.ts'
import { consoleKey } from '#ui/console/staff-session.ts'
import { queryClient } from '#ui/query-client.ts'
import {
  answerWork,
  type ConsoleWorkItem,
  listDkim,
  listToConnect,
  listWork,
  signInPicture,
  type WorkAnswered,
} from '../api/console-work.ts'
import { answersMax } from '../rules/work-item-kinds.ts'
import type { WorkFilter } from './work-filter.ts'

const workKey = [consoleKey, 'work']

/** What people are asked to do, page by page. */
export const workQuery = (filter: WorkFilter) =>
  infiniteQueryOptions({
    queryKey: [...workKey, 'items', filter],
    queryFn: ({ signal, pageParam }) => callStaff(listWork, { query: { ...filter, ...pageParam }, signal }),
    initialPageParam: {} as { after?: string },
    getNextPageParam: ({ items, hasMore }) => (hasMore ? { after: items.at(-1)?.id } : undefined),
    // The page says it where the list would stand.
    meta: { quiet: true },
  })

/** How often what happens to an answer is looked at. */
const lookAgainMs = 5_000

/** Domains whose DKIM key is asked for, page by page, as they are at the moment. */
export const dkimQuery = infiniteQueryOptions({
  queryKey: [...workKey, 'dkim'],
  queryFn: ({ signal, pageParam }) => callStaff(listDkim, { query: pageParam, signal }),
  initialPageParam: {} as { after?: string },
  getNextPageParam: ({ domains, hasMore }) => (hasMore ? { after: domains.at(-1)?.id } : undefined),
  refetchInterval: lookAgainMs,
  meta: { quiet: true },
})

/** What waits for somebody to sign in to it. */
export const toConnectQuery = queryOptions({
  queryKey: [...workKey, 'connect'],
  queryFn: ({ signal }) => callStaff(listToConnect, { signal }),
  meta: { quiet: true },
})

/** The page that stopped the browser at a mailbox. */
export const pictureQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: [...workKey, 'picture', mailboxId],
    queryFn: ({ signal }) => callStaff(signInPicture, { params: { mailboxId }, signal }),
    meta: { quiet: true },
  })

export interface Answer {
  id: string
  answer: Record<string, string>
}

/** Sends answers, so many in one request as it takes; all that stands on the pages is looked at again. */
export async function sendAnswers(answers: readonly Answer[]): Promise<WorkAnswered[]> {
  const results: WorkAnswered[] = []
  try {
    for (let from = 0; from < answers.length; from += answersMax) {
      const body = { answers: answers.slice(from, from + answersMax) }
      results.push(...(await callStaff(answerWork, { body })).results)
    }
  } finally {
    void queryClient.invalidateQueries({ queryKey: workKey })
  }
  return results
}

/** What an item is about, as people say it. */
export const subjectText = ({ subject, kind }: Pick<ConsoleWorkItem, 'subject' | 'kind'>): string =>
  kind === 'tool_consent' || kind === 'tool_sign_in' ? (subject.split(' ')[0] ?? '') : subject
