import { useState } from 'react'
import { reinstateSteps } from '#shared/reinstatement/reinstate-form.ts'

const stepIds = ['basic', 'users', 'tool'] as const
export type ReinstateStepId = (typeof stepIds)[number]

/** Steps each of which opens once the one before is saved; what is edited has to be saved again. */
export function useSavedSteps() {
  const [open, setOpen] = useState<string>('basic')
  const [saved, setSaved] = useState<ReadonlySet<ReinstateStepId>>(new Set())
  /** The furthest step that can be opened, counted from 0. */
  const [reached, setReached] = useState(0)
  return {
    /** The open step, '' when all are closed. */
    open,
    setOpen,
    saved,
    isAllSaved: stepIds.every((step) => saved.has(step)),
    edited: (step: ReinstateStepId) =>
      setSaved((before) => new Set([...before].filter((each) => each !== step))),
    save: (step: ReinstateStepId) => {
      const next = stepIds.indexOf(step) + 1
      setSaved((before) => new Set([...before, step]))
      setReached((before) => Math.max(before, Math.min(next, stepIds.length - 1)))
      setOpen(stepIds[next] ?? '')
    },
    /** What an `AccordionSection` takes for a step. */
    section: (step: ReinstateStepId) => {
      const index = stepIds.indexOf(step)
      return {
        value: step,
        title: reinstateSteps[index],
        number: index + 1,
        complete: saved.has(step),
        locked: index > reached && `Save ${reinstateSteps[index - 1]} first.`,
      }
    },
  }
}
