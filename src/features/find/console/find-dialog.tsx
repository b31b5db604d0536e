import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { Alert } from '#ui/alert.tsx'
import { readStored, writeStored } from '#ui/browser-storage.ts'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { openedKey } from '#ui/console/forget-opened.ts'
import { accountPath, customerPath, domainPath, mailboxPath, orderPath } from '#ui/console/operator-paths.ts'
import { consoleKey, useStaff } from '#ui/console/staff-session.ts'
import { cx } from '#ui/cx.ts'
import { failureText } from '#ui/frame/failure-text.ts'
import { useLayer } from '#ui/layers.ts'
import { Spinner } from '#ui/spinner.tsx'
import { useDebounced } from '#ui/use-debounced.ts'
import { useReturnFocus } from '#ui/use-return-focus.ts'
import { useSecondPress } from '#ui/use-second-press.ts'
import type { Found } from '../api/console-find.ts'
import { findAnything, foundSchema } from '../api/console-find.ts'
import { findMaxLength, findMinLength } from '../rules/find-anything.ts'
import { FoundList, RecentList } from './found-list.tsx'

/** Between the last keystroke and the question to the server. */
const typingPauseMs = 120

const none: readonly Found[] = []

/** What a text may mean; what the former one meant until the server has answered. */
function useFind(typed: string) {
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

const keptAtMost = 8
const kept = z.object({ staffId: z.string(), found: z.array(foundSchema) })

/** What a member of staff has opened from the search in this browser, the last one first. */
function recentlyOpened(staffId: string): Found[] {
  try {
    const parsed = z.safeParse(kept, JSON.parse(readStored(openedKey) ?? 'null'))
    return parsed.success && parsed.data.staffId === staffId ? parsed.data.found : []
  } catch {
    return []
  }
}

function noteOpened(staffId: string, opened: Found): void {
  const others = recentlyOpened(staffId).filter(
    ({ kind, title }) => kind !== opened.kind || title !== opened.title,
  )
  const found = [opened, ...others].slice(0, keptAtMost)
  writeStored(openedKey, JSON.stringify({ staffId, found } satisfies z.output<typeof kept>))
}

const paths: Record<Found['page']['kind'], (id: string) => string> = {
  customer: customerPath,
  order: orderPath,
  domain: domainPath,
  mailbox: mailboxPath,
  account: accountPath,
}

/** Where a page stands that tells more about something found. */
const pathOfFound = ({ page }: Pick<Found, 'page'>): string => paths[page.kind](page.id)

/** One field for everything that somebody may write in about: names, addresses and ids. */
export default function FindDialog({ onClose }: { onClose: () => void }) {
  const { id } = useStaff()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { found, isSearching, isTooShort, error, repeat } = useFind(text)
  const recent = useState(() => recentlyOpened(id))[0]
  const returnFocus = useReturnFocus(true)
  const secondPress = useSecondPress(true)
  useLayer(true, onClose)
  const list = useRef<HTMLDivElement>(null)
  const type = (next: string) => {
    setText(next)
    // The list would stay where what was chosen before has moved to, while the best line is at its top.
    requestAnimationFrame(() => list.current?.scrollTo({ top: 0 }))
  }
  const open = (chosen: Found) => {
    noteOpened(id, chosen)
    onClose()
    void navigate(pathOfFound(chosen))
  }
  const isEmpty = text.trim() === ''
  const shown = isEmpty ? recent : error ? [] : found
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay {...secondPress.scrim} className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          {...returnFocus}
          {...secondPress.content}
          aria-describedby={undefined}
          className="fixed top-[12dvh] right-0 left-0 z-40 mx-auto flex max-h-[min(34rem,76dvh)] w-[calc(100%-2rem)] max-w-dialog flex-col overflow-hidden rounded-dialog bg-raised shadow-float outline-none max-sm:top-4"
        >
          <Radix.Title className="sr-only">Find anything</Radix.Title>
          <Command shouldFilter={false} loop label="Find anything" className="flex min-h-0 flex-col">
            <div className="flex items-center gap-2.5 border-line border-b px-4">
              {isSearching && !isEmpty ? (
                <Spinner className="size-4" />
              ) : (
                <Search className="size-4 text-muted" />
              )}
              <Command.Input
                value={text}
                onValueChange={type}
                maxLength={findMaxLength}
                placeholder="Address, domain, customer, or any id"
                className="h-12 min-w-0 grow bg-transparent text-body outline-none placeholder:text-muted"
              />
            </div>
            {error ? (
              <Alert
                className="m-3"
                title="Nothing could be searched just now."
                action={
                  <Button size="small" loading={isSearching} onClick={repeat}>
                    Try again
                  </Button>
                }
              >
                {failureText(error)}
              </Alert>
            ) : (
              shown.length === 0 && (
                <p role="status" className="px-4 py-8 text-center text-muted wrap-anywhere">
                  {isEmpty
                    ? 'The beginning of an address or a name, or a whole id: ours, the payment provider’s or a host’s.'
                    : isSearching
                      ? 'Searching…'
                      : isTooShort
                        ? `Type at least ${findMinLength} letters.`
                        : `Nothing begins with “${text.trim()}” or has it as its id.`}
                </p>
              )
            )}
            <Command.List
              ref={list}
              className={cx('min-h-0 overflow-y-auto overscroll-contain', shown.length > 0 && 'p-1.5')}
            >
              {isEmpty ? (
                <RecentList found={shown} onOpen={open} />
              ) : (
                <FoundList found={shown} text={text} onOpen={open} />
              )}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
