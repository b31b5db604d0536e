import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedMailbox } from '#shared/api/mailboxes.ts'
import { failureText } from '../../../app-shell/failure-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Input } from '../../../ui/input.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { mailboxesQuery } from '../orders-query.ts'
import { ConfirmSwap } from './confirm-swap.tsx'

/** With fewer of them nobody has to search. */
const searchedFrom = 9

/** Puts a mailbox with another address in the place of one of this domain's. */
export default function SwapMailboxDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(mailboxesQuery(domain))
  const [chosen, setChosen] = useState<ListedMailbox>()
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Swap a Mailbox"
      description={`Choose the mailbox of ${domain} that another address is to take the place of.`}
      footer={
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      {data ? (
        <Mailboxes mailboxes={data.mailboxes} onChoose={setChosen} />
      ) : error ? (
        <EmptyState
          title="The mailboxes could not be loaded"
          action={
            <Button changes={false} loading={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          {failureText(error)}
        </EmptyState>
      ) : (
        <SkeletonText lines={6} />
      )}
      {chosen && data && (
        <ConfirmSwap mailbox={chosen} people={data.people} onClose={() => setChosen(undefined)} />
      )}
    </Dialog>
  )
}

interface MailboxesProps {
  mailboxes: readonly ListedMailbox[]
  onChoose: (mailbox: ListedMailbox) => void
}

function Mailboxes({ mailboxes, onChoose }: MailboxesProps) {
  const [search, setSearch] = useState('')
  const text = search.trim().toLowerCase()
  const found = mailboxes.filter(
    ({ address, fullName }) => address.includes(text) || fullName.toLowerCase().includes(text),
  )
  return (
    <div className="flex flex-col gap-3">
      {mailboxes.length >= searchedFrom && (
        <Input
          aria-label="Search mailboxes"
          type="search"
          placeholder="Address or name"
          value={search}
          maxLength={320}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {found.length === 0 ? (
        <p className="text-muted text-secondary">
          {text ? 'No mailbox has this in its address or name.' : 'No mailbox is wanted on this domain.'}
        </p>
      ) : (
        <ul aria-label="Mailboxes" className="divide-y divide-line rounded-control border border-line">
          {found.map((mailbox) => (
            <li key={mailbox.address} className="flex items-center gap-3 py-1.5 pr-2 pl-3">
              <span className="min-w-0 grow">
                <span translate="no" className="block break-all">
                  {mailbox.address}
                </span>
                <span className="block text-muted text-secondary">
                  {mailbox.fullName}
                  {!mailbox.isReady && (mailbox.isSuspended ? ' · suspended' : ' · being set up')}
                </span>
              </span>
              <Button size="small" aria-label={`Swap ${mailbox.address}`} onClick={() => onChoose(mailbox)}>
                Swap
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
