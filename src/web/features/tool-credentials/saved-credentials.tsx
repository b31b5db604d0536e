import { type SendingToolId, sendingToolNames } from '#shared/tools/sending-tools.ts'
import type { ToolConnection } from '#shared/tools/tool-credentials.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { ToolTexts } from '../tool-credentials/tool-values.ts'
import type { ToolBase } from './use-tool-entry.ts'

interface SavedCredentialsProps {
  tool: SendingToolId
  /** Of every tool. */
  connections: readonly ToolConnection[]
  /** The id of the connection that is used. */
  chosen: string | undefined
  onChoose: (from: ToolBase | undefined) => void
}

/** The credentials of a tool that were saved with earlier orders; nothing where there are none. */
export function SavedCredentials({ tool, connections, chosen, onChoose }: SavedCredentialsProps) {
  const saved = connections.filter((connection) => connection.tool === tool)
  if (saved.length === 0) return null
  return (
    <Field label="Saved credentials" hint="From your earlier orders; or enter others below.">
      <Select
        value={chosen ?? ''}
        placeholder="Choose saved credentials"
        onValueChange={(id) => {
          const picked = saved.find((connection) => connection.id === id)
          onChoose(picked && { connectionId: picked.id, shown: picked.shown })
        }}
        options={saved.map(({ id, shown }) => ({ value: id, label: labelOf(tool, shown) }))}
      />
    </Field>
  )
}

const labelOf = (tool: SendingToolId, shown: ToolTexts): string =>
  [shown.username ?? sendingToolNames[tool], shown.workspace, shown.url].filter(Boolean).join(' · ')
