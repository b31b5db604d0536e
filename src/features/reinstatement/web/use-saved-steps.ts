import * as z from 'zod/mini'
import { createEntries } from '#ui/frame/kept-entries.ts'
import { reinstateSteps } from '../rules/reinstate-form.ts'

const stepIds = ['basic', 'users', 'tool'] as const
export type ReinstateStepId = (typeof stepIds)[number]

interface Progress {
  /** The open step, '' when all are closed. */
  open: string
  saved: ReinstateStepId[]
  /** The furthest step that can be opened, counted from 0. */
  reached: number
}
const atFirst: Progress = { open: 'basic', saved: [], reached: 0 }

/** By the domains it is for. */
const useProgress = createEntries<Progress>(
  'reinstate-steps',
  z.object({
    open: z.string(),
    saved: z.array(z.enum(stepIds)),
    reached: z.number().check(z.int(), z.minimum(0), z.maximum(stepIds.length - 1)),
  }),
)

/** Whether the steps were begun for these domains. */
export function useIsBegun(names: string): [boolean, () => void] {
  const [progress, setProgress] = useProgress(names)
  return [progress !== undefined, () => setProgress(() => atFirst)]
}

/**
 * Steps each of which opens once the one before is saved; what is edited has to be saved again, and so have credentials
 * that a reload has lost.
 */
export function useSavedSteps(names: string, isComplete: boolean) {
  const [progress = atFirst, setProgress] = useProgress(names)
  const change = (apply: (before: Progress) => Partial<Progress>) =>
    setProgress((before = atFirst) => ({ ...before, ...apply(before) }))
  const { open, reached } = progress
  const saved: ReadonlySet<ReinstateStepId> = new Set(
    progress.saved.filter((step) => step !== 'tool' || isComplete),
  )
  return {
    open,
    setOpen: (next: string) => change(() => ({ open: next })),
    saved,
    isAllSaved: stepIds.every((step) => saved.has(step)),
    edited: (step: ReinstateStepId) =>
      change((before) => ({ saved: before.saved.filter((each) => each !== step) })),
    save: (step: ReinstateStepId) => {
      const next = stepIds.indexOf(step) + 1
      change((before) => ({
        saved: [...new Set([...before.saved, step])],
        reached: Math.max(before.reached, Math.min(next, stepIds.length - 1)),
        open: stepIds[next] ?? '',
      }))
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
