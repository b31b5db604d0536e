import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orderDateText } from '#features/orders/rules/order-date.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { momentText } from '#ui/time-texts.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { removeConnection, type SavedConnection } from '../../api/connections.ts'
import { type SendingToolId, sendingToolNames } from '../../rules/sending-tools.ts'
import { connectionsQuery } from './connections-query.ts'

interface SavedCredentialsProps {
  tool: SendingToolId
  /** Of every tool. */
  connections: readonly SavedConnection[]
  /** The id of the connection that is used. */
  chosen: string | undefined
  onChoose: (from: { connectionId: string; shown: SavedConnection['shown'] } | undefined) => void
}

/** The credentials of a tool that were saved with earlier orders; nothing where there are none. */
export function SavedCredentials({ tool, connections, chosen, onChoose }: SavedCredentialsProps) {
  const saved = connections.filter((connection) => connection.tool === tool)
  const present = saved.find(({ id }) => id === chosen)
  if (saved.length === 0) return null
  return (
    <div className="flex items-start gap-2">
      <Field
        label="Saved credentials"
        hint={present ? stateText(present) : 'From your earlier orders; or enter others below.'}
        className="min-w-0 grow"
      >
        <Select
          value={chosen ?? ''}
          placeholder="Choose saved credentials"
          onValueChange={(id) => {
            const picked = saved.find((connection) => connection.id === id)
            onChoose(picked && { connectionId: picked.id, shown: picked.shown })
          }}
          options={saved.map((connection) => ({
            value: connection.id,
            label: labelAmong(connection, saved),
          }))}
        />
      </Field>
      {present && (
        <RemoveCredentials
          connection={present}
          label={labelAmong(present, saved)}
          onRemoved={() => onChoose(undefined)}
        />
      )}
    </div>
  )
}

/** Where others look the same, they are told apart by when they were saved. */
function labelAmong(connection: SavedConnection, saved: readonly SavedConnection[]): string {
  const label = labelOf(connection)
  const isAlone = saved.filter((other) => labelOf(other) === label).length < 2
  return isAlone ? label : `${label} · saved ${momentText(connection.savedAt)}`
}

const labelOf = ({ tool, shown, lastUsedAt }: SavedConnection): string =>
  [
    shown.username ?? sendingToolNames[tool],
    shown.workspace,
    shown.url,
    lastUsedAt ? `last used ${orderDateText(lastUsedAt)}` : 'not used yet',
  ]
    .filter(Boolean)
    .join(' · ')

const stateTexts: Record<SavedConnection['state'], string> = {
  working: 'Worked when they were last tried.',
  refused: 'The tool has refused these: please correct them below.',
  unchecked: 'Not tried yet.',
}
const stateText = ({ state }: SavedConnection) => stateTexts[state]

interface RemoveCredentialsProps {
  connection: SavedConnection
  label: string
  onRemoved: () => void
}

function RemoveCredentials({ connection, label, onRemoved }: RemoveCredentialsProps) {
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const removing = useAction({
    mutationFn: () => call(removeConnection, { body: { connectionId: connection.id } }),
    onSuccess: ({ message }) => {
      toast.success(message)
      onRemoved()
    },
    onSettled: () => queries.invalidateQueries(connectionsQuery),
  })
  return (
    <>
      <Button
        className="mt-6"
        unavailable={connection.isInUse && 'An order still uses these credentials.'}
        onClick={() => setAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove these credentials?"
        confirmLabel="Remove"
        danger
        onConfirm={() => removing.mutateAsync()}
      >
        <p className="wrap-anywhere">{label} is forgotten. To use it again, enter its secrets again.</p>
      </ConfirmDialog>
    </>
  )
}
