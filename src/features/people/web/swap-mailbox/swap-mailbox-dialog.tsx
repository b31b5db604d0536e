import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useDialogEntries } from '#features/orders/web/shared/kept-dialog.tsx'
import { mailboxesQuery, refetchOrders } from '#features/orders/web/shared/orders-query.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { failureText } from '#ui/frame/failure-text.ts'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import type { ListedMailbox } from '../../api/mailboxes.ts'
import { swapMailbox } from '../../api/mailboxes.ts'
import { swapPromise } from '../../rules/swap-mailbox.ts'

interface ConfirmSwapProps {
  mailbox: ListedMailbox
  people: readonly { id: string; fullName: string }[]
  /** Whose the new mailbox is to be. */
  personId: string
  onPerson: (id: string) => void
  onClose: () => void
}

/** Asks whose the new mailbox is, and says what becomes of the old one. */
function ConfirmSwap({ mailbox, people, personId, onPerson, onClose }: ConfirmSwapProps) {
  const swapping = useAction({
    mutationFn: () => call(swapMailbox, { body: { address: mailbox.address, personId } }),
    onSuccess: ({ message }) => toast.success(message),
    // It may be another's by now: then what is shown has changed.
    onSettled: () => refetchOrders(),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={<span className="wrap-anywhere">Swap {mailbox.address}?</span>}
      confirmLabel="Swap mailbox"
      onConfirm={() => swapping.mutateAsync()}
    >
      <div className="flex flex-col gap-4">
        <p>{swapPromise}</p>
        {people.length > 1 && (
          <Field label="Person of the new mailbox">
            <Select
              value={personId}
              onValueChange={onPerson}
              options={people.map(({ id, fullName }) => ({ value: id, label: fullName }))}
            />
          </Field>
        )}
      </div>
    </ConfirmDialog>
  )
}

/** With fewer of them nobody has to search. */
const searchedFrom = 9

/** What is searched for, the address that was chosen, and whose the new mailbox is to be. */
const entered = z.object({
  search: z.string(),
  address: z.optional(z.string()),
  personId: z.optional(z.string()),
})
const nothing: z.output<typeof entered> = { search: '' }

/** Puts a mailbox with another address in the place of one of this domain's. */
export default function SwapMailboxDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(mailboxesQuery(domain))
  const [{ search, address, personId } = nothing, setEntries] = useDialogEntries(entered)
  const choose = (chosen?: ListedMailbox) => setEntries(() => ({ search, address: chosen?.address }))
  const chosen = data?.mailboxes.find((mailbox) => mailbox.address === address)
  // People may have changed since it was left.
  const person = data?.people.find(({ id }) => id === personId)
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
        <Mailboxes
          mailboxes={data.mailboxes}
          search={search}
          onSearch={(text) => setEntries(() => (text ? { search: text } : undefined))}
          onChoose={choose}
        />
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
        <ConfirmSwap
          mailbox={chosen}
          people={data.people}
          personId={person?.id ?? chosen.personId}
          onPerson={(id) => setEntries((before = nothing) => ({ ...before, personId: id }))}
          onClose={() => choose()}
        />
      )}
    </Dialog>
  )
}

interface MailboxesProps {
  mailboxes: readonly ListedMailbox[]
  search: string
  onSearch: (search: string) => void
  onChoose: (mailbox: ListedMailbox) => void
}

function Mailboxes({ mailboxes, search, onSearch, onChoose }: MailboxesProps) {
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
          onChange={(event) => onSearch(event.target.value)}
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
