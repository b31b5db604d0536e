import { useEffect, useRef, useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'
import { intoView } from '#ui/into-view.ts'
import { Select } from '#ui/select.tsx'
import { SettingRow } from '#ui/settings-table.tsx'
import {
  type InstantlyLookupTexts,
  instantlyLookupMessages,
  type Workspace,
} from '../../rules/workspace-lookup.ts'
import type { LookUp, SavedSecrets, WorkspaceLookUp } from './look-up-workspaces.ts'

interface WorkspaceFieldProps {
  lookUp: WorkspaceLookUp
  values: Record<string, string>
  /** Credentials that the server holds, for fields that are left empty. */
  saved: SavedSecrets | undefined
  error: string | undefined
  isInvalid: boolean
  /** What is saved, in a table of settings. */
  now: string | undefined
  /** What a refused look-up at Instantly says; the wizard's words unless told. */
  instantlyTexts?: InstantlyLookupTexts
  onChange: (name: string, value: string) => void
}

/** The workspace of a sending tool: typed, or chosen from those that the key reaches. */
export function WorkspaceField({
  lookUp,
  values,
  saved,
  error,
  isInvalid,
  now,
  instantlyTexts = instantlyLookupMessages,
  onChange,
}: WorkspaceFieldProps) {
  const [found, setFound] = useState<Exclude<LookUp, { problem: string }>>()
  const [isLooking, setLooking] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  // What a look-up was refused for says nothing of what is entered since, or of what is sent.
  const entered = JSON.stringify(values)
  const [refused, setRefused] = useState<{ problem: string; entered: string }>()
  useEffect(() => {
    const form = place.current?.closest('form')
    const forget = () => setRefused(undefined)
    form?.addEventListener('submit', forget)
    return () => form?.removeEventListener('submit', forget)
  }, [])
  const fetchWorkspaces = async () => {
    setLooking(true)
    setFound(undefined)
    setRefused(undefined)
    const outcome = await lookUp.lookUp(values, instantlyTexts, saved)
    setLooking(false)
    if ('problem' in outcome) return setRefused({ ...outcome, entered })
    setFound(outcome)
    if (outcome.workspaces.length === 1) pick(outcome.workspaces[0])
  }
  const pick = (workspace: Workspace | undefined) => {
    if (!workspace) return
    onChange('workspace', workspace.name)
    onChange('workspaceId', workspace.id)
  }
  const problem = refused?.entered === entered && refused.problem
  const workspaces = found?.workspaces ?? []
  return (
    <div ref={place} className="sm:col-span-2">
      <SettingRow
        label="Workspace"
        error={error}
        hint={workspaces.length > 0 ? undefined : 'Type its name, or fetch it with your credentials.'}
        now={now}
      >
        <div className="flex gap-2">
          <WorkspaceControl
            workspaces={workspaces}
            values={values}
            isInvalid={isInvalid}
            onPick={pick}
            onChange={onChange}
          />
          <Button
            loading={isLooking}
            unavailable={lookUp.missing?.(values, saved) ?? false}
            onUnavailable={(reason) => setRefused({ problem: reason, entered })}
            onClick={fetchWorkspaces}
          >
            {lookUp.label}
          </Button>
        </div>
      </SettingRow>
      {problem && (
        <div ref={intoView}>
          <Alert className="mt-1">{problem}</Alert>
        </div>
      )}
      {found?.warning && (
        <Alert tone="warning" className="mt-1">
          {found.warning}
        </Alert>
      )}
    </div>
  )
}

interface WorkspaceControlProps extends Pick<WorkspaceFieldProps, 'values' | 'isInvalid' | 'onChange'> {
  /** Those to choose from; with less than two of them the name is typed. */
  workspaces: readonly Workspace[]
  onPick: (workspace: Workspace | undefined) => void
}

const WorkspaceControl = ({ workspaces, values, isInvalid, onPick, onChange }: WorkspaceControlProps) =>
  workspaces.length > 1 ? (
    <Select
      aria-invalid={isInvalid || undefined}
      value={values.workspaceId ?? ''}
      placeholder="Choose a workspace"
      options={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
      onValueChange={(id) => onPick(workspaces.find((workspace) => workspace.id === id))}
    />
  ) : (
    <Input
      aria-invalid={isInvalid || undefined}
      value={values.workspace ?? ''}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => {
        onChange('workspace', event.target.value)
        // The id belonged to the workspace that was chosen.
        onChange('workspaceId', '')
      }}
    />
  )
