import { useEffect, useRef, useState } from 'react'
import { fillMessage } from '#base/text/message.ts'
import { type FoundDomain, searchDomain } from '#features/names/api/find-domains.ts'
import { domainSearchMessages } from '#features/names/rules/domain-entry.ts'
import { call } from '#ui/api.ts'
import { failureText, isTold } from '#ui/frame/failure-text.ts'
import { toast } from '#ui/toast.ts'
import { askUntilKnown, isChecking } from './ask-until-known.ts'

/** What is told of a search: one message at a time. */
const searchToast = 'domain-search'

type SearchProblem = 'none' | 'failed' | 'wentWrong'

export interface SearchState {
  /** The name searched for. */
  query: string
  results: FoundDomain[]
  /** No answer has come yet. */
  isSearching: boolean
  /** Some names are still being checked. */
  isStillChecking: boolean
  /** Why there is nothing to show. */
  problem?: SearchProblem
  /** What the server said about it. */
  reason?: string
}

const nothing: SearchState = {
  query: '',
  results: [],
  isSearching: false,
  isStillChecking: false,
}

/** Looks for names: suggestions are there at once, each is known as soon as someone can say. */
export function useDomainSearch() {
  const [state, setState] = useState<SearchState>(nothing)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const search = async (query: string): Promise<void> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const show = (change: Partial<SearchState>) => {
      if (!signal.aborted) setState((present) => ({ ...present, ...change }))
    }
    setState({ ...nothing, query, isSearching: true })
    toast.info(domainSearchMessages.takesAWhile, { id: searchToast })
    const ask = () => call(searchDomain, { body: { domain: query }, signal })
    try {
      const { success, results } = await ask()
      if (!success) {
        promiseNoMore()
        return show({ isSearching: false, problem: 'failed' })
      }
      show({ results, isSearching: false, isStillChecking: results.some(isChecking) })
      const again = async () => (await ask()).results
      const known = await askUntilKnown(results, again, signal, (present) => show({ results: present }))
      show({ results: known, isStillChecking: false, ...verdictOf(known) })
    } catch (error) {
      if (signal.aborted) return
      const reason = isTold(error) ? failureText(error) : undefined
      promiseNoMore()
      show({ isSearching: false, isStillChecking: false, problem: 'wentWrong', reason })
    }
  }
  return { ...state, search: (query: string) => void search(query) }
}

/** That it might take a while would stand over what is said now. */
const promiseNoMore = () => toast.dismiss(searchToast)

/** Says what came of the search; a search that found nothing is a problem. */
function verdictOf(results: readonly FoundDomain[]): { problem?: SearchProblem } {
  const free = results.filter(({ state }) => state === 'available').length
  if (free > 0) toast.success(fillMessage(domainSearchMessages.found, { n: free }), { id: searchToast })
  else promiseNoMore()
  return results.every(({ state }) => state === 'taken') ? { problem: 'none' } : {}
}
