import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '#ui/toast.ts'
import {
  type OrderDraft,
  type SettingsStepId,
  settingsMessages,
  settingsSteps,
} from '../rules/order-draft.ts'
import type { ChangeDraft } from './order-draft-store.ts'

export const settingsTitles: Record<SettingsStepId, string> = {
  basic: 'Basic Configuration',
  tool: 'Connect Your Email Automation Tool',
  users: 'Setup Your User Configuration',
}
const savedMessages: Record<SettingsStepId, string> = {
  basic: settingsMessages.basicSaved,
  tool: settingsMessages.toolSaved,
  users: settingsMessages.usersSaved,
}
const nextStep = { basic: 'tool', tool: 'users', users: '' } as const

/** How long the saved people are seen before the review opens, and how long the page's success is. */
const afterUsersMs = 500
const afterCompletionMs = 1500

const toastId = 'settings-missing'

/** The steps of the page: which one is open, what is not saved yet, and the way on. */
export function useDomainSettings(draft: OrderDraft, change: ChangeDraft) {
  const steps = settingsSteps(draft)
  const incomplete = steps.filter(({ complete }) => !complete)
  const [firstOpen] = incomplete
  const [open, setOpen] = useState<string>(firstOpen?.id ?? '')
  const [unsaved, setUnsaved] = useState<SettingsStepId>()
  const [isCompleted, setCompleted] = useState(false)
  const goToReview = useDelayedReview()
  return {
    steps,
    open,
    setOpen,
    isCompleted,
    /** The next thing to do, beside the button that leads on. */
    toDo: firstOpen && `Save ${settingsTitles[firstOpen.id]} to continue`,
    /** What a step takes to tell what becomes of it. */
    stepProps: (id: SettingsStepId) => ({
      draft,
      onSave: (apply: (draft: OrderDraft) => OrderDraft) => {
        change(apply)
        setUnsaved(undefined)
        toast.success(savedMessages[id])
        setOpen(nextStep[id])
        if (id === 'users') goToReview(afterUsersMs)
      },
      onEdited: (isEdited: boolean) =>
        setUnsaved((present) => (isEdited ? id : present === id ? undefined : present)),
    }),
    /** A step was pressed that cannot be opened before another one is complete. */
    tellLocked: () => {
      if (!firstOpen) return
      const isBasic = firstOpen.id === 'basic'
      toast.error(isBasic ? settingsMessages.completeBasic : settingsMessages.completeTool, { id: toastId })
    },
    tellMissing: (reason: string) => {
      const missing = incomplete.map(({ id }) => settingsTitles[id])
      toast.error(reason, { id: toastId, description: `Still missing: ${missing.join(', ')}.` })
      setOpen(firstOpen?.id ?? '')
    },
    proceed: () => {
      if (unsaved) {
        setOpen(unsaved)
        toast.error(settingsMessages.completeAll, {
          id: toastId,
          description: `Please save your changes in ${settingsTitles[unsaved]} first.`,
        })
        return
      }
      change((present) => present)
      setCompleted(true)
      goToReview(afterCompletionMs)
    },
  }
}

/** Opens the review after a moment, unless the page is left before. */
function useDelayedReview(): (delayMs: number) => void {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (delayMs: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void navigate('/review-order'), delayMs)
    },
    [navigate],
  )
}
