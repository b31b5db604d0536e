import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Layers, Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { countOf } from '#base/text/count-of.ts'
import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import {
  type AskableAction,
  askActionPath,
  askableActionLabels,
  askedGroups,
} from '#features/orders/rules/asked-action.ts'
import { indexOrders } from '#features/orders/rules/order-index.ts'
import { ordersQuery } from '#features/orders/web/shared/orders-query.ts'
import { useLayer } from '#ui/layers.ts'
import { PaletteGroup, PaletteItem } from '#ui/palette-item.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useReturnFocus } from '#ui/use-return-focus.ts'
import { useSecondPress } from '#ui/use-second-press.ts'
import { mailboxSearchMaxLength } from '../rules/mailbox-search.ts'
import { EverythingList } from './everything-list.tsx'
import { useMailboxSearch } from './use-mailbox-search.ts'

/** Orders that are drawn at most: one more letter brings the others. */
const atMost = 20

interface ActionTargetsProps {
  action: AskableAction
  text: string
  onDone: () => void
}

/** The orders for which an action is possible, by the name of what they forward to or of one of their domains. */
function ActionTargets({ action, text, onDone }: ActionTargetsProps) {
  const navigate = useNavigate()
  const { data } = useQuery(ordersQuery)
  const possible = useMemo(
    () => indexOrders(data?.orders ?? []).filter(({ groups }) => askedGroups(action, groups).length > 0),
    [data, action],
  )
  const words = text.trim().toLowerCase()
  const meant = possible.filter(
    (entry) => entry.text.includes(words) || entry.groups.some((group) => group.text.includes(words)),
  )
  if (meant.length === 0) return null
  return (
    <PaletteGroup heading="Orders">
      {meant.slice(0, atMost).map(({ order, counts }) => (
        <PaletteItem
          key={order.orderId}
          id={`order ${order.orderId}`}
          icon={<Layers />}
          label={displayForwardingUrl(order.forwardingDomain)}
          detail={countOf(counts.total, 'domain')}
          onSelect={() => {
            onDone()
            void navigate(askActionPath(order.orderId, action))
          }}
        />
      ))}
    </PaletteGroup>
  )
}

/** One field for everything: orders, domains and mailboxes of the account, actions, pages. */
export default function PaletteDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  /** The action whose order is asked for next. */
  const [action, setAction] = useState<AskableAction>()
  const found = useMailboxSearch(action ? '' : text)
  const orders = useQuery(ordersQuery)
  /** Of a large account only the orders in view may be here, and what is not among them may yet be found. */
  const isSearching = found.isSearching || (!orders.error && !orders.data?.summary)
  const returnFocus = useReturnFocus(true)
  const secondPress = useSecondPress(true)
  useLayer(true, onClose)
  const list = useRef<HTMLDivElement>(null)
  const type = (next: string) => {
    setText(next)
    // The list would stay where what was chosen before has moved to, while the best line is at its top.
    requestAnimationFrame(() => list.current?.scrollTo({ top: 0 }))
  }
  const choose = (next: AskableAction | undefined) => {
    setAction(next)
    type('')
  }
  const back = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && text === '' && action) choose(undefined)
  }
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay {...secondPress.scrim} className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          {...returnFocus}
          {...secondPress.content}
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => {
            if (!action) return
            event.preventDefault()
            choose(undefined)
          }}
          className="fixed top-[12dvh] right-0 left-0 z-40 mx-auto flex max-h-[min(30rem,76dvh)] w-[calc(100%-2rem)] max-w-dialog flex-col overflow-hidden rounded-dialog bg-raised shadow-float outline-none max-sm:top-4"
        >
          <Radix.Title className="sr-only">Find anything</Radix.Title>
          <Command shouldFilter={false} loop label="Find anything" className="flex min-h-0 flex-col">
            <div className="flex items-center gap-2.5 border-line border-b px-4">
              {isSearching ? <Spinner className="size-4" /> : <Search className="size-4 text-muted" />}
              {action && (
                <span className="shrink-0 rounded-mark bg-accent-tint px-1.5 py-0.5 text-accent text-label">
                  {askableActionLabels[action]}
                </span>
              )}
              <Command.Input
                value={text}
                onValueChange={type}
                onKeyDown={back}
                maxLength={mailboxSearchMaxLength}
                placeholder={action ? 'For which order?' : 'Orders, domains, mailboxes, actions'}
                className="h-12 min-w-0 grow bg-transparent text-body outline-none placeholder:text-muted"
              />
            </div>
            <Command.List ref={list} className="min-h-0 overflow-y-auto overscroll-contain p-1.5">
              <Command.Empty className="px-3 py-8 text-center text-muted">
                {isSearching
                  ? 'Searching…'
                  : found.isUnavailable || orders.error
                    ? 'Nothing that could be searched is called that.'
                    : `Nothing is called “${text.trim()}”.`}
              </Command.Empty>
              {text === '' && !action && <Nowhere />}
              {action ? (
                <ActionTargets action={action} text={text} onDone={onClose} />
              ) : (
                <EverythingList text={text} found={found} onAction={choose} onDone={onClose} />
              )}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Chosen before anything was typed or a line was reached, since the first line always is: Enter then goes nowhere. */
const Nowhere = () => <Command.Item value="nowhere" className="hidden" />
