import { useQuery } from '@tanstack/react-query'
import { PlugZap } from 'lucide-react'
import { useState } from 'react'
import { numberText } from '#base/text/number-text.ts'
import type { OpenedConnecting } from '#features/tools/api/connecting.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import type { ConsoleColumn } from '#ui/console/table/columns.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { clockText, momentText } from '#ui/time-texts.ts'
import { startConnecting, type WaitingToConnect } from '../../api/console-work.ts'
import { pictureQuery, toConnectQuery } from '../work-queries.ts'

const toConnectColumns: readonly ConsoleColumn<WaitingToConnect>[] = [
  {
    id: 'tool',
    title: 'Sending tool',
    cell: ({ tool, customer }) => (
      <>
        <span className="block font-medium">{sendingToolNames[tool]}</span>
        <span translate="no" className="block text-muted text-secondary wrap-anywhere">
          {customer.email}
        </span>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Account',
    cell: ({ account }) => <span className="wrap-anywhere">{account.label}</span>,
  },
  { id: 'count', title: 'Mailboxes', align: 'right', cell: ({ count }) => numberText(count) },
  {
    id: 'since',
    title: 'Since',
    cell: ({ since }) => (
      <time className="whitespace-nowrap" dateTime={since} title={momentText(since)}>
        {clockText(since)}
      </time>
    ),
  },
  {
    id: 'why',
    title: 'Why',
    cell: ({ cause, reason }) => (
      <span className="block max-w-form text-secondary wrap-anywhere">
        {reason ?? cause ?? 'To be signed in to'}
      </span>
    ),
  },
]

/** The page that the browser met at a mailbox and that only a person can answer. */
function PictureDialog({ mailboxId, onClose }: { mailboxId: string; onClose: () => void }) {
  const query = useQuery(pictureQuery(mailboxId))
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={onClose}
      title="The page that the browser met"
      description={query.data && `${query.data.address}, ${momentText(query.data.takenAt)}`}
    >
      <Loaded query={query} failed="The picture could not be loaded." within="padding">
        {({ png, address }) => (
          <img
            src={`data:image/png;base64,${png}`}
            alt={`The sign-in page at ${address}`}
            className="w-full rounded-control border border-line"
          />
        )}
      </Loaded>
    </Dialog>
  )
}

const keyOf = ({ connectionId, account, cause }: WaitingToConnect) =>
  `${connectionId} ${account.id} ${cause ?? ''}`

/** The mailboxes that wait for a person, by sending tool, account and cause, the longest first. */
export function ToConnect({ onOpen }: { onOpen: (opened: OpenedConnecting) => void }) {
  const query = useQuery(toConnectQuery)
  const [pictureOf, setPictureOf] = useState<string>()
  return (
    <Loaded query={query} failed="What waits to be connected could not be loaded.">
      {({ waiting }) => (
        <>
          {waiting.length === 0 ? (
            <EmptyState icon={<PlugZap />} title="No mailbox waits for a person.">
              Those that the browser could not sign in to come up here, with the reason.
            </EmptyState>
          ) : (
            <ConsoleTable
              label="Mailboxes to connect"
              rows={waiting}
              keyOf={keyOf}
              columns={toConnectColumns}
              actions={(row) => (
                <div className="flex flex-wrap justify-end gap-2">
                  {row.pictureOf && (
                    <Button
                      size="small"
                      variant="quiet"
                      aria-label={`Picture of the page at ${nameOf(row)}`}
                      onClick={() => setPictureOf(row.pictureOf ?? undefined)}
                    >
                      Picture
                    </Button>
                  )}
                  <Start row={row} onOpen={onOpen} />
                </div>
              )}
            />
          )}
          {pictureOf && <PictureDialog mailboxId={pictureOf} onClose={() => setPictureOf(undefined)} />}
        </>
      )}
    </Loaded>
  )
}

const nameOf = ({ tool, customer, account }: WaitingToConnect) =>
  `${sendingToolNames[tool]} of ${customer.email} in ${account.label}`

/** Asks for the second factor where it was not shown lately: the page that opens shows passwords. */
function Start({ row, onOpen }: { row: WaitingToConnect; onOpen: (opened: OpenedConnecting) => void }) {
  const starting = useStaffAction({
    mutationFn: () =>
      callStaff(startConnecting, { body: { connectionId: row.connectionId, accountId: row.account.id } }),
    onSuccess: onOpen,
  })
  return (
    <Button
      size="small"
      loading={starting.isPending}
      aria-label={`Connect ${nameOf(row)}`}
      onClick={() => starting.mutate()}
    >
      Connect
    </Button>
  )
}
