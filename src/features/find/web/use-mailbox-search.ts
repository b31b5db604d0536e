import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#ui/api.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import { findMailboxes } from '../api/search.ts'
import { mailboxSearchMaxLength, mailboxSearchMinLength } from '../rules/mailbox-search.ts'

/** Between the last keystroke and the question to the server. */
const typingPauseMs = 150

/** The mailboxes whose addresses begin with the text; the former ones until the server has answered. */
export function useMailboxSearch(typed: string) {
  const text = useDebounced(typed.trim(), typingPauseMs)
  const isAsked = text.length >= mailboxSearchMinLength && text.length <= mailboxSearchMaxLength
  const { data, error, isFetching } = useQuery({
    queryKey: ['mailbox-search', text],
    queryFn: ({ signal }) => call(findMailboxes, { query: { text }, signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
    retry: false,
    meta: { quiet: true },
  })
  return {
    mailboxes: isAsked ? (data?.mailboxes ?? []) : [],
    isSearching: isFetching || (isAsked && text !== typed.trim()),
    isUnavailable: isAsked && error !== null,
  }
}
