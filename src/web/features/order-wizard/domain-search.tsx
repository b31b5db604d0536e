import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { FoundDomain } from '#shared/api/domains.ts'
import { checkDomainToAdd, domainSearchMessages } from '#shared/domains/domain-entry.ts'
import { checkPurchasedDomain, domainNameMessages } from '#shared/domains/domain-name.ts'
import { requiredOf, selectedDomains } from '#shared/order-draft/order-draft.ts'
import type { Platform } from '#shared/plans/catalog.ts'
import { fillMessage } from '#shared/text/message.ts'
import { useConfig } from '../../app-shell/config.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { DomainList } from './domain-list.tsx'
import type { PlatformDomainsProps } from './platform-domains.ts'
import { SearchResult } from './search-result.tsx'
import { isChecking, useDomainSearch } from './use-domain-search.ts'
import { type Taking, useTaking } from './use-taking.ts'
import { withDomains } from './with-domains.ts'

/** Buying names for a platform: looking for them, and the cart. */
export function DomainSearch({ draft, platform, change }: PlatformDomainsProps) {
  const { purchasableTlds: tlds } = useConfig()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const { search, ...found } = useDomainSearch()
  const [selected, required] = [selectedDomains(draft), requiredOf(draft)[platform]]
  const names = selected[platform]

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (found.isSearching || text.trim() === '') return
    const name = checkPurchasedDomain(text, { tlds })
    setError(name.ok ? undefined : name.problem.message)
    if (name.ok) search(name.value)
  }
  const { takings, asked, take } = useTaking((name) =>
    change((present) => {
      // The draft may have changed while the registrar was asked, in another tab too.
      const lists = { selected: selectedDomains(present), required: requiredOf(present)[platform] }
      const outcome = checkDomainToAdd(name, { option: 'purchase', platform, tlds, ...lists })
      return outcome.ok ? withDomains(present, platform, (list) => [...list, outcome.value]) : present
    }),
  )
  const add = (name: string) => {
    // Names that the registrar is being asked about have their places already.
    const withAsked = { ...selected, [platform]: [...names, ...asked] }
    const outcome = checkDomainToAdd(name, {
      option: 'purchase',
      platform,
      selected: withAsked,
      required,
      tlds,
    })
    if (outcome.ok) take(outcome.value)
    else toast.error(outcome.problem.message)
  }
  const remove = (name: string) =>
    change((present) => withDomains(present, platform, (list) => list.filter((each) => each !== name)))

  return (
    <div className="flex flex-col gap-6">
      <div>
        <form noValidate onSubmit={submit} className="flex items-start gap-2">
          <Field
            label="Search for a domain"
            error={error}
            hint={`Endings: ${tlds.map((tld) => `.${tld}`).join(', ')}`}
            className="grow"
          >
            <Input
              value={text}
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              placeholder="acmeoutreach.com"
              onChange={(event) => {
                setText(event.target.value.toLowerCase())
                setError(undefined)
              }}
            />
          </Field>
          <Button
            type="submit"
            icon={<Search />}
            loading={found.isSearching}
            unavailable={text.trim() === '' && domainNameMessages.empty}
            onUnavailable={setError}
            className="mt-6"
          >
            Search
          </Button>
        </form>
        <Results
          {...found}
          selected={selected}
          takings={takings}
          isFull={names.length + asked.length >= required}
          platform={platform}
          onAdd={add}
          onAgain={() => search(found.query)}
        />
      </div>
      <DomainList option="purchase" platform={platform} names={names} required={required} onRemove={remove} />
    </div>
  )
}

interface ResultsProps extends Omit<ReturnType<typeof useDomainSearch>, 'search'> {
  platform: Platform
  selected: Record<Platform, readonly string[]>
  takings: ReadonlyMap<string, Taking>
  isFull: boolean
  onAdd: (name: string) => void
  onAgain: () => void
}

function Results({
  query,
  results,
  isSearching,
  isSettling,
  problem,
  reason,
  takings,
  onAgain,
  ...cart
}: ResultsProps) {
  const isUnsettled = results.some(isChecking)
  const isTaken = results.some(({ domain, state }) => domain === query && state === 'taken')
  const alternatives = results.filter(({ state }) => state === 'available').map(({ domain }) => domain)
  if (!query) return null
  return (
    <div className="mt-2 flex flex-col gap-3" aria-busy={isSearching || isSettling}>
      {problem && (
        <Alert tone={problem === domainSearchMessages.none ? 'warning' : 'danger'} title={problem}>
          {reason}
        </Alert>
      )}
      {isTaken && (
        <Alert tone="warning" title={fillMessage(domainSearchMessages.taken, { d: query })}>
          {alternatives.length > 0 && `Available instead: ${alternatives.slice(0, 5).join(', ')}`}
        </Alert>
      )}
      {isUnsettled && !isSettling && (
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
      {isSearching && <SearchSkeleton />}
      {results.length > 0 && (
        <ul
          aria-label="Search results"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
          tabIndex={0}
          className="max-h-96 divide-y divide-line overflow-y-auto rounded-control border border-line"
        >
          {sortedResults(results, query).map((found) => (
            <SearchResult
              key={found.domain}
              found={found}
              query={query}
              isSettling={isSettling}
              taking={takings.get(found.domain)}
              {...cart}
            />
          ))}
        </ul>
      )}
      {results.some(({ state }) => state === 'check') && (
        <p className="text-muted text-secondary">
          “Check”: only the registrar can say whether the name is free. It is asked when you add it.
        </p>
      )}
    </div>
  )
}

/** The name searched for first; then in the order of the answer, so that nothing jumps while names are settled. */
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
