import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { saveConnection } from '#shared/api/connections.ts'
import { platformsOf, type SendingToolId, sendingToolIds, sendingToolNames } from '#shared/plans/catalog.ts'
import {
  defaultSendingTool,
  storedFields,
  toolProblems,
  withoutMasks,
} from '#shared/tools/tool-credentials.ts'
import { fieldsFor } from '#shared/tools/tool-fields.ts'
import { ApiError, call } from '../../api.ts'
import { report } from '../../query-client.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ChoiceCard } from '../../ui/choice-card.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { ToolGlyph } from '../../ui/tool-glyph.tsx'
import { ToolCredentialFields } from '../tool-credentials/tool-credential-fields.tsx'
import type { SettingsStepProps } from './basic-step.tsx'
import { connectionsQuery } from './connections-query.ts'

type Values = Record<string, string>
/** Credentials that are there already, whose secrets need not be typed again. */
interface Base {
  connectionId: string
  shown: Values
}

/**
 * The sending tool and its credentials. Saving stores them sealed on the server; the draft keeps which ones, and
 * what of them may be shown.
 */
export function ToolStep({ draft, onSave, onEdited }: SettingsStepProps) {
  const queries = useQueryClient()
  const { data: connections = [] } = useQuery(connectionsQuery)
  const [tool, setTool] = useState<SendingToolId>(draft.tool?.tool ?? defaultSendingTool)
  const [base, setBase] = useState<Base | undefined>(() => baseOf(draft.tool))
  const [values, setValues] = useState<Values>(() => withoutMasks(draft.tool?.shown ?? {}))
  const [isTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [isSaving, setSaving] = useState(false)

  const place = { context: 'order', platforms: platformsOf(draft.plan ?? 'azure') } as const
  const stored = base ? storedFields(base.shown) : []
  const problems = toolProblems(tool, values, { ...place, stored })
  const isEdited =
    tool !== (draft.tool?.tool ?? tool) ||
    isChanged(values, base?.shown ?? {}) ||
    base?.connectionId !== baseOf(draft.tool)?.connectionId
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the fact is told, not every render's function
  useEffect(() => onEdited(isEdited), [isEdited])

  const start = (next: SendingToolId, from?: Base) => {
    setTool(next)
    setBase(from)
    setValues(withoutMasks(from?.shown ?? {}))
    setTried(false)
    setRefusal(undefined)
  }
  const choose = (next: SendingToolId) => {
    if (next !== tool) start(next, draft.tool?.tool === next ? baseOf(draft.tool) : undefined)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setTried(true)
    setRefusal(undefined)
    if (problems.length > 0) return
    if (tool === 'other')
      return onSave((present) => ({ ...present, tool: { tool, connectionId: null, shown: {} } }))
    if (base && !isChanged(values, base.shown))
      return onSave((present) => ({ ...present, tool: { tool, ...base } }))
    setSaving(true)
    try {
      const asked = fieldsFor(tool, place).map(({ name }) => [name, values[name] ?? ''])
      const { connection } = await call(saveConnection, {
        body: {
          plan: draft.plan ?? 'azure',
          credentials: { tool, values: Object.fromEntries(asked) },
          ...(base && { basedOn: base.connectionId }),
        },
      })
      void queries.invalidateQueries(connectionsQuery)
      onSave((present) => ({
        ...present,
        tool: { tool, connectionId: connection.id, shown: connection.shown },
      }))
    } catch (error) {
      if (error instanceof ApiError && error.status !== 401) setRefusal(error.message)
      else report(error as Error)
    } finally {
      setSaving(false)
    }
  }

  const saved = connections.filter((connection) => connection.tool === tool)
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <div role="radiogroup" aria-label="Sending tool" className="grid gap-3 sm:grid-cols-2">
        {sendingToolIds.map((id) => (
          <ChoiceCard
            key={id}
            icon={<ToolGlyph tool={id} />}
            title={sendingToolNames[id]}
            isChosen={tool === id}
            onChoose={() => choose(id)}
          />
        ))}
      </div>
      {tool === 'other' ? (
        <p className="text-muted">
          No credentials are needed. A CSV of usernames and passwords will be sent to you when the inboxes are
          ready.
        </p>
      ) : (
        <>
          {saved.length > 0 && (
            <Field label="Saved credentials" hint="From your earlier orders; or enter others below.">
              <Select
                value={base?.connectionId ?? ''}
                placeholder="Choose saved credentials"
                onValueChange={(id) => {
                  const picked = saved.find((connection) => connection.id === id)
                  start(tool, picked && { connectionId: picked.id, shown: picked.shown })
                }}
                options={saved.map(({ id, shown }) => ({ value: id, label: labelOf(tool, shown) }))}
              />
            </Field>
          )}
          <ToolCredentialFields
            key={`${tool} ${base?.connectionId}`}
            tool={tool}
            place={place}
            values={values}
            stored={stored}
            problems={isTried ? problems : []}
            onChange={(name, value) => setValues((present) => ({ ...present, [name]: value }))}
          />
        </>
      )}
      {refusal && <Alert>{refusal}</Alert>}
      <Button type="submit" loading={isSaving} className="self-start">
        Save & Continue
      </Button>
    </form>
  )
}

const baseOf = (tool: SettingsStepProps['draft']['tool']): Base | undefined =>
  tool?.connectionId ? { connectionId: tool.connectionId, shown: tool.shown } : undefined

/** Whether the entered values say something else than what is shown of the stored ones. */
const isChanged = (values: Values, shown: Values): boolean => {
  const plain = withoutMasks(shown)
  return [...new Set([...Object.keys(values), ...Object.keys(plain)])].some(
    (name) => (values[name] ?? '') !== (plain[name] ?? ''),
  )
}

const labelOf = (tool: SendingToolId, shown: Values): string =>
  [shown.username ?? sendingToolNames[tool], shown.workspace, shown.url].filter(Boolean).join(' · ')
