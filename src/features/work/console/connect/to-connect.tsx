import { useQuery } from '@tanstack/react-query'
import { PlugZap } from 'lucide-react'
import { useState } from 'react'
import type { OpenedConnecting } from '#features/tools/api/connecting.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { startConnecting, type WaitingToConnect } from '../../api/console-work.ts'
import { toConnectQuery } from '../work-queries.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { toConnectColumns } from './to-connect-columns.tsx'

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
