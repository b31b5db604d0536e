import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { SettingRow, SettingsTable } from '#ui/settings-table.tsx'
import { type ConnectedTool, fieldsFor, labelFor, type ToolPlace } from '../../rules/sending-tools.ts'
import { secretMask, type ToolProblem } from '../../rules/tool-credentials.ts'
import type { InstantlyLookupTexts } from '../../rules/workspace-lookup.ts'
import { workspaceLookUpOf } from './look-up-workspaces.ts'
import { WorkspaceField } from './workspace-field.tsx'

interface ToolCredentialFieldsProps {
  tool: ConnectedTool
  place: ToolPlace
  values: Record<string, string>
  /** Secrets that the server holds: empty means unchanged. */
  stored: readonly string[]
  /** The saved credentials that they are in. */
  connectionId?: string | null | undefined
  problems: readonly ToolProblem[]
  /** What is saved, where the fields are a table of it; masked where it is secret. */
  saved?: Readonly<Record<string, string>> | undefined
  /** What a refused look-up of the workspace at Instantly says, where it is not the wizard's words. */
  instantlyTexts?: InstantlyLookupTexts
  onChange: (name: string, value: string) => void
}

/** The fields of a sending tool, with what is wrong beside the first field of each problem. */
export function ToolCredentialFields({
  tool,
  place,
  values,
  stored,
  connectionId,
  problems,
  saved,
  instantlyTexts,
  onChange,
}: ToolCredentialFieldsProps) {
  const fields = fieldsFor(tool, place).filter(({ hidden }) => !hidden)
  const errorOf = (name: string) => problems.find((problem) => problem.fields[0] === name)?.message
  const nowOf = (name: string) => saved && (saved[name] ?? '')
  const isWrong = (name: string) => problems.some((problem) => problem.fields.includes(name))
  const rows = fields.map((field) => {
    const { name, secret, maxLength } = field
    const common = {
      value: values[name] ?? '',
      maxLength,
      autoComplete: 'off',
      'aria-invalid': isWrong(name) || undefined,
      onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
    }
    const label = labelFor(field, place.context)
    const isStored = stored.includes(name)
    const lookUp = name === 'workspace' ? workspaceLookUpOf(tool) : undefined
    if (lookUp)
      return (
        <WorkspaceField
          key={name}
          lookUp={lookUp}
          values={values}
          saved={connectionId ? { connectionId, fields: stored } : undefined}
          error={errorOf(name)}
          isInvalid={isWrong(name)}
          now={nowOf(name)}
          instantlyTexts={instantlyTexts}
          onChange={onChange}
        />
      )
    return (
      <SettingRow
        key={name}
        label={label}
        hint={isStored ? 'Saved. Leave empty to keep it.' : field.hint}
        error={errorOf(name)}
        now={nowOf(name)}
      >
        {secret ? (
          <PasswordInput
            {...common}
            autoComplete="new-password"
            placeholder={isStored ? secretMask : undefined}
          />
        ) : (
          <Input {...common} autoCapitalize="none" spellCheck={false} />
        )}
      </SettingRow>
    )
  })
  return saved ? (
    <SettingsTable>{rows}</SettingsTable>
  ) : (
    <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">{rows}</div>
  )
}
