import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callStaff } from '#ui/console/call-staff.ts'
import { consoleKey } from '#ui/console/staff-session.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import { type Found, findAnything } from '../api/console-find.ts'
import { findMaxLength, findMinLength } from '../rules/find-anything.ts'

/** Between the last keystroke and the question to the server. */
const typingPauseMs = 120

const none: readonly Found[] = []

/** What a text may mean; what the former one meant until the server has answered. */
export function useFind(typed: string) {
  const text = useDebounced(typed.trim(), typingPauseMs)
  const isAsked = text.length >= findMinLength && text.length <= findMaxLength
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [consoleKey, 'find', text],
    queryFn: ({ signal }) => callStaff(findAnything, { query: { text }, signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
    meta: { quiet: true },
  })
  return {
    found: isAsked ? (data?.found ?? none) : none,
    isSearching: isFetching || text !== typed.trim(),
    isTooShort: !isAsked,
    error: isAsked ? error : null,
    repeat: () => void refetch(),
  }
}
