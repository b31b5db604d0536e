import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { platformsOf } from '#features/plans/rules/catalog.ts'
import { saveConnection } from '#features/tools/api/connections.ts'
import { isFileTool, type SendingToolId, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import {
  defaultSendingTool,
  storedFields,
  toolProblems,
  withoutMasks,
} from '#features/tools/rules/tool-credentials.ts'
import { type OpenedWorkspace, workspaceValues } from '#features/tools/rules/tool-trial.ts'
import { connectionsQuery } from '#features/tools/web/credentials/connections-query.ts'
import { enteredCredentials, isEdited } from '#features/tools/web/credentials/tool-values.ts'
import { type TrialRefusal, trialRefusalOf } from '#features/tools/web/credentials/trial-refusal.ts'
import { ApiError, call } from '#ui/api.ts'
import { useOneAtATime } from '#ui/one-at-a-time.ts'
import { report } from '#ui/query-client.ts'
import { toast } from '#ui/toast.ts'
import type { SettingsStepProps } from './basic-step.tsx'
import { type CredentialEntry, type ToolBase, useCredentialEntries } from './credential-entries.ts'
import { tabDraft } from './tab-draft.ts'

/**
 * What is entered of the sending tool. Saving stores its credentials sealed on the server; the draft keeps which
 * ones, and what of them may be shown.
 */
export function useToolEntry({ draft, onSave }: Pick<SettingsStepProps, 'draft' | 'onSave'>) {
  const queries = useQueryClient()
  const [entered, enter] = useCredentialEntries(tabDraft())
  const { tool, base, values } = entered ?? savedEntry(draft.tool)
  const [isTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [trial, setTrial] = useState<TrialRefusal>()
  const [isSaving, setSaving] = useState(false)
  const oneAtATime = useOneAtATime()

  const plan = draft.plan ?? 'azure'
  const place = { context: 'order', platforms: platformsOf(plan) } as const
  const stored = base ? storedFields(base.shown) : []
  const problems = toolProblems(tool, values, { ...place, stored })

  const forget = () => {
    setRefusal(undefined)
    setTrial(undefined)
  }

  /** Begins with a tool, from nothing or from credentials that are there. */
  const start = (next: SendingToolId, from?: ToolBase) => {
    enter(() => ({ tool: next, base: from, values: withoutMasks(from?.shown ?? {}) }))
    setTried(false)
    forget()
  }
  const saveOnServer = async ({ evenUntried = false, named = values } = {}) => {
    setSaving(true)
    forget()
    try {
      const credentials = enteredCredentials(tool, place, named)
      const { connection, tried } = await call(saveConnection, {
        body: { plan, credentials, evenUntried, ...(base && { basedOn: base.connectionId }) },
      })
      if (tried) toast.success(`${sendingToolNames[tool]}: ${tried}`)
      void queries.invalidateQueries(connectionsQuery)
      const { id: connectionId, shown } = connection
      enter(() => undefined)
      onSave((present) => ({ ...present, tool: { tool, connectionId, shown } }))
    } catch (error) {
      const refused = trialRefusalOf(error)
      if (refused) setTrial(refused)
      else if (error instanceof ApiError && error.status !== 401) setRefusal(error.message)
      else report(error)
    } finally {
      setSaving(false)
    }
  }
  return {
    tool,
    base,
    values,
    place,
    stored,
    /** What is wrong, once saving was tried: by our rules, or by the tool's own word. */
    problems: isTried ? (problems.length > 0 ? problems : (trial?.problems ?? [])) : [],
    /** The tool could not be asked: what was entered may be saved even so. */
    untried: trial?.isUntried ? trial.message : undefined,
    saveAnyway: () => void oneAtATime(() => saveOnServer({ evenUntried: true })),
    /** The key opens another workspace than the one that is named. */
    elsewhere: trial?.opens && { message: trial.message, opens: trial.opens },
    nameOpened: (opened: OpenedWorkspace) => {
      const named = { ...values, ...workspaceValues(opened) }
      enter(() => ({ tool, base, values: named }))
      void oneAtATime(() => saveOnServer({ named }))
    },
    /** Why the server did not take the credentials. */
    refusal,
    isSaving,
    isEdited:
      tool !== (draft.tool?.tool ?? tool) ||
      isEdited(values, base?.shown ?? {}) ||
      base?.connectionId !== baseOf(draft.tool)?.connectionId,
    start,
    choose: (next: SendingToolId) => {
      if (next !== tool) start(next, draft.tool?.tool === next ? baseOf(draft.tool) : undefined)
    },
    enter: (name: string, value: string) => {
      setTrial(undefined)
      enter((before) => {
        const present = before ?? savedEntry(draft.tool)
        return { ...present, values: { ...present.values, [name]: value } }
      })
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (isSaving) return
      setTried(true)
      forget()
      if (problems.length > 0) return
      if (isFileTool(tool)) {
        enter(() => undefined)
        onSave((present) => ({ ...present, tool: { tool, connectionId: null, shown: {} } }))
      } else if (base && !isEdited(values, base.shown)) {
        enter(() => undefined)
        onSave((present) => ({ ...present, tool: { tool, ...base } }))
      } else void oneAtATime(() => saveOnServer())
    },
  }
}

/** As it was saved, before anything is entered. */
const savedEntry = (tool: SettingsStepProps['draft']['tool']): CredentialEntry => ({
  tool: tool?.tool ?? defaultSendingTool,
  base: baseOf(tool),
  values: withoutMasks(tool?.shown ?? {}),
})

const baseOf = (tool: SettingsStepProps['draft']['tool']): ToolBase | undefined =>
  tool?.connectionId ? { connectionId: tool.connectionId, shown: tool.shown } : undefined
