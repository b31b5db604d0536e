import { Check, Plus } from 'lucide-react'
import { formatUsd } from '#base/text/usd.ts'
import type { FoundDomain } from '#features/names/api/find-domains.ts'
import { domainEntryMessages } from '#features/names/rules/domain-entry.ts'
import { tldOf } from '#features/names/rules/domain-name.ts'
import { otherPlatform, type Platform, platformContents } from '#features/plans/rules/catalog.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Spinner } from '#ui/spinner.tsx'
import type { Taking } from './use-taking.ts'

/** On phones the price stands below the name, and what can be done beside both. */
const besideOnPhones = 'max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1'

interface SearchResultProps {
  found: FoundDomain
  query: string
  /** While this is over, a name that is still "checking" could not be checked. */
  isStillChecking: boolean
  platform: Platform
  selected: Record<Platform, readonly string[]>
  isFull: boolean
  /** What came of adding it, or is coming. */
  taking: Taking | undefined
  onAdd: (name: string) => void
}

/** A name that was found: whether it is available, what it costs, and the button that takes it. */
export function SearchResult({
  found,
  query,
  isStillChecking,
  platform,
  selected,
  isFull,
  taking,
  onAdd,
}: SearchResultProps) {
  const { domain, priceCents } = found
  const isRefused = taking?.state === 'refused'
  const state = isRefused ? 'taken' : found.state
  const isOffered = state === 'available' || state === 'check'
  const isChosen = selected[platform].includes(domain)
  const other = otherPlatform(platform)
  return (
    <li className="flex min-h-12 items-center gap-x-3 px-3 py-1.5 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto]">
      <span className="min-w-0 grow wrap-anywhere">
        <Name domain={domain} query={query} />
        <span
          role="status"
          className={cx('block text-secondary', isRefused ? 'text-danger' : 'text-warning')}
        >
          {taking && taking.state !== 'asking' && taking.reason}
        </span>
      </span>
      {state === 'taken' && <Badge>{isRefused ? 'Not available' : 'Taken'}</Badge>}
      {state === 'checking' &&
        (isStillChecking ? (
          <span className="flex animate-pulse-soft items-center gap-1.5 text-muted text-secondary">
            <Spinner className="size-3.5" />
            checking
          </span>
        ) : (
          <span className="text-muted text-secondary">Could not be checked</span>
        ))}
      {isOffered && (
        <>
          <Badge
            tone={state === 'available' || isChosen ? 'success' : 'info'}
            className={cx('max-sm:justify-self-start', state === 'available' && 'max-sm:hidden')}
          >
            {state === 'available' || isChosen ? 'Available' : 'Check'}
          </Badge>
          <span className="text-secondary tabular-nums max-sm:text-muted">{formatUsd(priceCents)}</span>
          {isChosen ? (
            <span
              className={cx(
                besideOnPhones,
                'flex h-control-small w-20 items-center justify-center gap-1 text-secondary text-success',
              )}
            >
              <Check className="size-3.5" />
              Added
            </span>
          ) : (
            <AddButton
              domain={domain}
              isFull={isFull}
              isAsking={taking?.state === 'asking'}
              takenBy={selected[other].includes(domain) ? platformContents[other].name : undefined}
              onAdd={onAdd}
            />
          )}
        </>
      )}
    </li>
  )
}

function AddButton({
  domain,
  isFull,
  isAsking,
  takenBy,
  onAdd,
}: {
  domain: string
  isFull: boolean
  /** The registrar is being asked. */
  isAsking: boolean
  takenBy: string | undefined
  onAdd: (name: string) => void
}) {
  // Adding a name that does not fit is answered with the sentence for it, which names numbers and lists.
  const isOff = !isAsking && (isFull || takenBy !== undefined)
  return (
    <Button
      size="small"
      icon={!isOff && <Plus />}
      loading={isAsking}
      loadingText="checking…"
      unavailable={isOff && (isFull ? domainEntryMessages.limitReached : `In your ${takenBy} list`)}
      onUnavailable={() => onAdd(domain)}
      onClick={() => onAdd(domain)}
      className={cx(besideOnPhones, 'min-w-20')}
    >
      {isFull && isOff ? domainEntryMessages.limitReached : 'Add'}
      <span translate="no" className="sr-only">
        {' '}
        {domain}
      </span>
    </Button>
  )
}

/** The part that was typed stands out. */
function Name({ domain, query }: { domain: string; query: string }) {
  const typed = query.slice(0, -tldOf(query).length - 1)
  const at = domain.indexOf(typed)
  if (at < 0 || domain === query)
    return domain === query ? (
      <strong translate="no" className="font-semibold">
        {domain}
      </strong>
    ) : (
      domain
    )
  return (
    <>
      {domain.slice(0, at)}
      <strong className="font-semibold">{typed}</strong>
      {domain.slice(at + typed.length)}
    </>
  )
}
