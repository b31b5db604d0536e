import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { saveConnection } from '#shared/api/connections.ts'
import { platformsOf } from '#shared/plans/catalog.ts'
import { isFileTool, type SendingToolId } from '#shared/tools/sending-tools.ts'
import {
  defaultSendingTool,
  storedFields,
  toolProblems,
  withoutMasks,
} from '#shared/tools/tool-credentials.ts'
import { ApiError, call } from '../../api.ts'
import { createEntries } from '../../app-shell/kept-entries.ts'
import { report } from '../../query-client.ts'
import { useOneAtATime } from '../../ui/one-at-a-time.ts'
import { enteredCredentials, isEdited, type ToolTexts } from '../tool-credentials/tool-values.ts'
import type { SettingsStepProps } from './basic-step.tsx'
import { connectionsQuery } from './connections-query.ts'

/** Credentials that are there already, whose secrets need not be typed again. */
export interface ToolBase {
  connectionId: string
  shown: ToolTexts
}

interface CredentialEntry {
  tool: SendingToolId
  base: ToolBase | undefined
  values: ToolTexts
}

/** In memory alone: these are credentials. */
const useCredentialEntries = createEntries<CredentialEntry>('order-tool')

/**
 * What is entered of the sending tool. Saving stores its credentials sealed on the server; the draft keeps which
 * ones, and what of them may be shown.
 */
export function useToolEntry({ draft, onSave }: Pick<SettingsStepProps, 'draft' | 'onSave'>) {
  const queries = useQueryClient()
  const [entered, enter] = useCredentialEntries()
  const { tool, base, values } = entered ?? savedEntry(draft.tool)
  const [isTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const oneAtATime = useOneAtATime()

  const plan = draft.plan ?? 'azure'
  const place = { context: 'order', platforms: platformsOf(plan) } as const
  const stored = base ? storedFields(base.shown) : []
  const problems = toolProblems(tool, values, { ...place, stored })

  /** Begins with a tool, from nothing or from credentials that are there. */
  const start = (next: SendingToolId, from?: ToolBase) => {
    enter(() => ({ tool: next, base: from, values: withoutMasks(from?.shown ?? {}) }))
    setTried(false)
    setRefusal(undefined)
  }
  const saveOnServer = async () => {
    setSaving(true)
    try {
      const credentials = enteredCredentials(tool, place, values)
      const { connection } = await call(saveConnection, {
        body: { plan, credentials, ...(base && { basedOn: base.connectionId }) },
      })
      void queries.invalidateQueries(connectionsQuery)
      const { id: connectionId, shown } = connection
      enter(() => undefined)
      onSave((present) => ({ ...present, tool: { tool, connectionId, shown } }))
    } catch (error) {
      if (error instanceof ApiError && error.status !== 401) setRefusal(error.message)
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
    /** What is wrong, once saving was tried. */
    problems: isTried ? problems : [],
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
    enter: (name: string, value: string) =>
      enter((before) => {
        const present = before ?? savedEntry(draft.tool)
        return { ...present, values: { ...present.values, [name]: value } }
      }),
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (isSaving) return
      setTried(true)
      setRefusal(undefined)
      if (problems.length > 0) return
      if (isFileTool(tool)) {
        enter(() => undefined)
        onSave((present) => ({ ...present, tool: { tool, connectionId: null, shown: {} } }))
      } else if (base && !isEdited(values, base.shown)) {
        enter(() => undefined)
        onSave((present) => ({ ...present, tool: { tool, ...base } }))
      } else void oneAtATime(saveOnServer)
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
