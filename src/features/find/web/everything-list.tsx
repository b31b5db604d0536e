import { useQuery } from '@tanstack/react-query'
import { AtSign, Globe, Layers, TriangleAlert, Zap } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { countOf } from '#base/text/count-of.ts'
import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import {
  type AskableAction,
  askableActionLabels,
  askableActions,
} from '#features/orders/rules/asked-action.ts'
import { ordersQuery } from '#features/orders/web/shared/orders-query.ts'
import { signOut } from '#ui/frame/sign-out.ts'
import { useOpenPortal } from '#ui/frame/use-open-portal.ts'
import { PaletteGroup, PaletteItem } from '#ui/palette-item.tsx'
import { useAction } from '#ui/use-action.ts'
import type { FoundMailbox } from '../api/search.ts'
import { type AccountHit, findInAccount } from '../rules/find-in-account.ts'
import { accountCommands, palettePages } from './palette-pages.tsx'
import type { useMailboxSearch } from './use-mailbox-search.ts'

interface EverythingListProps {
  text: string
  found: ReturnType<typeof useMailboxSearch>
  onAction: (action: AskableAction) => void
  onDone: () => void
}

/** Lines of a kind that are drawn at most: one more letter brings the others. */
const atMost = 20

/** What the text may mean, all kinds under one another. */
export function EverythingList({ text, found, onAction, onDone }: EverythingListProps) {
  const navigate = useNavigate()
  const { data, error } = useQuery(ordersQuery)
  const orders = data?.orders
  const hits = useMemo(() => findInAccount(orders ?? [], text, atMost), [orders, text])
  const words = text.trim().toLowerCase()
  const isMeant = ({ label }: { label: string }) => label.toLowerCase().includes(words)
  const goTo = (path: string) => {
    onDone()
    void navigate(path)
  }
  const actions = (orders?.length ? askableActions : [])
    .map((action) => ({ action, label: askableActionLabels[action] }))
    .filter(isMeant)
  return (
    <>
      <Hits hits={hits} onGo={goTo} />
      <Mailboxes mailboxes={found.mailboxes} onGo={goTo} />
      {(found.isUnavailable || error) && (
        <p role="status" className="flex items-center gap-2.5 px-2.5 py-2 text-secondary text-warning">
          <TriangleAlert className="size-4 shrink-0" />
          {error ? 'Your orders could not be loaded.' : 'Mailboxes could not be searched just now.'}
        </p>
      )}
      {actions.length > 0 && (
        <PaletteGroup heading="Actions">
          {actions.map(({ action, label }) => (
            <PaletteItem
              key={action}
              id={`action ${action}`}
              icon={<Zap />}
              label={label}
              onSelect={() => onAction(action)}
            />
          ))}
        </PaletteGroup>
      )}
      <PagesAndAccount isMeant={isMeant} onGo={goTo} onDone={onDone} />
    </>
  )
}

const inOrder = (orderId: string, groupId?: string) =>
  `/dashboard?${new URLSearchParams({ order: orderId, ...(groupId && { details: groupId }) })}`

const Hits = ({ hits, onGo }: { hits: readonly AccountHit[]; onGo: (path: string) => void }) =>
  hits.length > 0 && (
    <PaletteGroup heading="Orders and domains">
      {hits.map((hit) =>
        hit.kind === 'order' ? (
          <PaletteItem
            key={hit.orderId}
            id={`order ${hit.orderId}`}
            icon={<Layers />}
            label={displayForwardingUrl(hit.forwardingDomain)}
            detail={countOf(hit.domains, 'domain')}
            onSelect={() => onGo(inOrder(hit.orderId))}
          />
        ) : (
          <PaletteItem
            key={`${hit.orderId} ${hit.groupId} ${hit.domain}`}
            id={`domain ${hit.groupId} ${hit.domain}`}
            icon={<Globe />}
            label={hit.domain}
            detail={displayForwardingUrl(hit.forwardingDomain)}
            onSelect={() => onGo(inOrder(hit.orderId, hit.groupId))}
          />
        ),
      )}
    </PaletteGroup>
  )

const Mailboxes = ({
  mailboxes,
  onGo,
}: {
  mailboxes: readonly FoundMailbox[]
  onGo: (path: string) => void
}) =>
  mailboxes.length > 0 && (
    <PaletteGroup heading="Mailboxes">
      {mailboxes.map(({ address, fullName, orderId, groupId }) => (
        <PaletteItem
          key={address}
          id={`mailbox ${address}`}
          icon={<AtSign />}
          label={address}
          detail={fullName}
          onSelect={() => onGo(inOrder(orderId, groupId))}
        />
      ))}
    </PaletteGroup>
  )

interface PagesAndAccountProps {
  isMeant: (line: { label: string }) => boolean
  onGo: (path: string) => void
  onDone: () => void
}

function PagesAndAccount({ isMeant, onGo, onDone }: PagesAndAccountProps) {
  const openPortal = useOpenPortal()
  const leaving = useAction({ mutationFn: signOut })
  const begin = { portal: openPortal, logout: () => leaving.mutate() }
  const pages = palettePages.filter(isMeant)
  const commands = accountCommands.filter(isMeant)
  return (
    <>
      {pages.length > 0 && (
        <PaletteGroup heading="Pages">
          {pages.map(({ label, icon, to }) => (
            <PaletteItem key={to} id={`page ${to}`} icon={icon} label={label} onSelect={() => onGo(to)} />
          ))}
        </PaletteGroup>
      )}
      {commands.length > 0 && (
        <PaletteGroup heading="Account">
          {commands.map(({ id, label, icon }) => (
            <PaletteItem
              key={id}
              id={`account ${id}`}
              icon={icon}
              label={label}
              onSelect={() => {
                onDone()
                begin[id]()
              }}
            />
          ))}
        </PaletteGroup>
      )}
    </>
  )
}
