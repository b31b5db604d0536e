import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import { Button } from '#ui/button.tsx'
import { queryClient } from '#ui/query-client.ts'
import { momentText } from '#ui/time-texts.ts'
import type { LoadedList } from '../rules/loaded-list.ts'
import { listScope } from '../rules/narrowing.ts'
import { LoadingList } from './loading-list.tsx'
import { listQuery, recentListsQuery } from './use-list-loading.ts'

interface FoundListProps {
  tool: BulkToolId
  /** Of the credentials that are kept once a list is loaded. */
  keptKey: readonly string[]
  /** Why its accounts cannot be updated yet. */
  unavailable: string | false
  onContinue: (list: LoadedList) => void
}

/** What a page that was left or reloaded has loaded or is still loading: the latest list. */
export function FoundList({ tool, ...rest }: FoundListProps) {
  const { data } = useQuery(recentListsQuery(tool))
  // As it was when the page opened: those that it loads itself are shown where they were asked for.
  const [latest, setLatest] = useState<LoadedList | 'none'>()
  if (data && !latest) setLatest(data.lists[0] ?? 'none')
  return latest && latest !== 'none' && <Latest list={latest} {...rest} />
}

function Latest({
  list: first,
  keptKey,
  unavailable,
  onContinue,
}: Omit<FoundListProps, 'tool'> & { list: LoadedList }) {
  const { data: list, failureCount, isError } = useQuery(listQuery(first))
  const hasLoaded = first.status === 'loading' && list.status === 'loaded'
  useEffect(() => {
    if (hasLoaded) void queryClient.invalidateQueries({ queryKey: keptKey })
  }, [hasLoaded, keptKey])
  if (list.status === 'loading')
    return (
      <div className="mb-4">
        <LoadingList
          list={list}
          isCutOff={isError || failureCount > 0}
          onCancelled={() => void queryClient.invalidateQueries({ queryKey: listQuery(first).queryKey })}
        />
      </div>
    )
  if (list.status !== 'loaded')
    return list.message ? (
      <p role="status" className="mb-4 text-danger text-secondary">
        {list.message}
      </p>
    ) : null
  return (
    <section
      aria-label="Loaded accounts"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-control border border-line bg-sunken px-3 py-3"
    >
      <div className="min-w-0">
        <p className="font-medium text-secondary wrap-anywhere">
          {countOf(list.found, 'account')} {listScope(list.domains, list.narrowing)}
        </p>
        <p className="text-muted text-secondary">Loaded {momentText(list.readAt ?? list.createdAt)}</p>
      </div>
      <Button size="small" unavailable={unavailable} onClick={() => onContinue(list)}>
        Use these accounts
      </Button>
    </section>
  )
}
