import { fillMessage } from '#base/text/message.ts'
import type { FoundDomain } from '#features/names/api/find-domains.ts'
import { domainSearchMessages } from '#features/names/rules/domain-entry.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { isChecking } from './ask-until-known.ts'
import { type CartProps, FoundNames } from './found-names.tsx'
import type { useDomainSearch } from './use-domain-search.ts'

interface SearchResultsProps extends Omit<ReturnType<typeof useDomainSearch>, 'search'>, CartProps {
  onAgain: () => void
}

/** What came of the search, each name with the way to take it. */
export function SearchResults({
  query,
  results,
  isSearching,
  isStillChecking,
  problem,
  reason,
  onAgain,
  ...cart
}: SearchResultsProps) {
  if (!query) return null
  return (
    <div className="mt-2 flex flex-col gap-3" aria-busy={isSearching || isStillChecking}>
      <SearchMessages
        query={query}
        results={results}
        isStillChecking={isStillChecking}
        problem={problem}
        reason={reason}
        onAgain={onAgain}
      />
      {isSearching && <SearchSkeleton />}
      <FoundNames
        label="Search results"
        names={sortedResults(results, query)}
        query={query}
        isStillChecking={isStillChecking}
        {...cart}
      />
    </div>
  )
}

type SearchMessagesProps = Pick<
  SearchResultsProps,
  'query' | 'results' | 'isStillChecking' | 'problem' | 'reason' | 'onAgain'
>

/** What is to be said of the search as a whole. */
function SearchMessages({ query, results, isStillChecking, problem, reason, onAgain }: SearchMessagesProps) {
  const isAnyLeft = results.some(isChecking)
  const isTaken = results.some(({ domain, state }) => domain === query && state === 'taken')
  const alternatives = results.filter(({ state }) => state === 'available').map(({ domain }) => domain)
  return (
    <>
      {problem && (
        <Alert tone={problem === 'none' ? 'warning' : 'danger'} title={domainSearchMessages[problem]}>
          {reason}
        </Alert>
      )}
      {isTaken && (
        <Alert tone="warning" title={fillMessage(domainSearchMessages.taken, { d: query })}>
          {alternatives.length > 0 && `Available instead: ${alternatives.slice(0, 5).join(', ')}`}
        </Alert>
      )}
      {isAnyLeft && !isStillChecking && (
        <Alert
          tone="warning"
          title="Some names could not be checked."
          action={
            <Button size="small" onClick={onAgain}>
              Search again
            </Button>
          }
        >
          The registries took too long.
        </Alert>
      )}
    </>
  )
}

/** The name searched for first; then in the order of the answer, so that nothing jumps while names become known. */
const sortedResults = (results: readonly FoundDomain[], query: string): FoundDomain[] => [
  ...results.filter(({ domain }) => domain === query),
  ...results.filter(({ domain }) => domain !== query),
]

const SearchSkeleton = () => (
  <div aria-hidden className="divide-y divide-line rounded-control border border-line">
    {[52, 40, 46].map((width) => (
      <div key={width} className="flex h-12 items-center justify-between px-3">
        <Skeleton className={`h-3.5 ${width === 52 ? 'w-52' : width === 40 ? 'w-40' : 'w-44'}`} />
        <Skeleton className="h-6 w-16" />
      </div>
    ))}
  </div>
)
