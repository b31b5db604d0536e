import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/**
 * One filter of a page, kept in its address, so that it can be shared, bookmarked and reloaded; empty where it is not
 * set. Changing it leaves no trail for Back.
 */
export function useAddressValue(name: string): [string, (value: string) => void] {
  const [query, setQuery] = useSearchParams()
  const setValue = useCallback(
    (value: string) =>
      setQuery(
        (current) => {
          const next = new URLSearchParams(current)
          if (value) next.set(name, value)
          else next.delete(name)
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [name, setQuery],
  )
  return [query.get(name) ?? '', setValue]
}
