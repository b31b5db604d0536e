import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { useStaff } from '#ui/console/staff-session.ts'
import { cx } from '#ui/cx.ts'
import { failureText } from '#ui/frame/failure-text.ts'
import { useLayer } from '#ui/layers.ts'
import { Spinner } from '#ui/spinner.tsx'
import { useReturnFocus } from '#ui/use-return-focus.ts'
import { useSecondPress } from '#ui/use-second-press.ts'
import type { Found } from '../api/console-find.ts'
import { findMaxLength, findMinLength } from '../rules/find-anything.ts'
import { FoundList, RecentList } from './found-list.tsx'
import { pathOfFound } from './found-page.ts'
import { noteOpened, recentlyOpened } from './recently-opened.ts'
import { useFind } from './use-find.ts'

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
