import type { FoundDomain } from '#features/names/api/find-domains.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { SearchResult } from './search-result.tsx'
import type { Taking } from './use-taking.ts'

/** The list that names are added to, and what came of adding each. */
export interface CartProps {
  platform: Platform
  selected: Record<Platform, readonly string[]>
  takings: ReadonlyMap<string, Taking>
  isFull: boolean
  onAdd: (name: string) => void
}

interface FoundNamesProps extends CartProps {
  label: string
  names: readonly FoundDomain[]
  /** What was searched for, which stands out in the names. */
  query?: string
  isStillChecking: boolean
}

/** Names that were found, each with the way to take it; nothing where there are none. */
export function FoundNames({ label, names, query = '', isStillChecking, takings, ...cart }: FoundNamesProps) {
  if (names.length === 0) return null
  return (
    <>
      <ul
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
        tabIndex={0}
        className="max-h-96 divide-y divide-line overflow-y-auto rounded-control border border-line"
      >
        {names.map((found) => (
          <SearchResult
            key={found.domain}
            found={found}
            query={query}
            isStillChecking={isStillChecking}
            taking={takings.get(found.domain)}
            {...cart}
          />
        ))}
      </ul>
      {names.some(({ state }) => state === 'check') && (
        <p className="text-muted text-secondary">
          “Check”: only the registrar can say whether the name is free. It is asked when you add it.
        </p>
      )}
    </>
  )
}
