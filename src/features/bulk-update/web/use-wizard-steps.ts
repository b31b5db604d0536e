import { useEffect, useRef, useState } from 'react'

/** Steps that open one after the other. A step can be opened when it is the current one or an earlier one. */
export function useWizardSteps() {
  const [current, setCurrent] = useState(0)
  const [open, setOpen] = useState('0')
  const [moves, setMoves] = useState(0)
  const sections = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone with its section: the focus goes to the one that has opened.
  useEffect(() => {
    if (moves > 0) sections.current?.querySelector<HTMLElement>('[data-state="open"] > h2 > button')?.focus()
  }, [moves])
  const moveTo = (step: number) => {
    setOpen(String(step))
    setMoves((count) => count + 1)
  }
  return {
    /** For the element around the sections. */
    sections,
    /** The furthest step that can be opened, counted from 0. */
    current,
    /** The open section, '' when all are closed. */
    open,
    toggle: (value: string) => {
      if (value === '' || Number(value) <= current) setOpen(value)
    },
    /** Marks a step completed and opens the next one alone. */
    complete: (step: number) => {
      setCurrent(step + 1)
      moveTo(step + 1)
    },
    back: (step: number) => moveTo(step - 1),
    /** What a step says has changed: those after it are locked again until it is completed once more. */
    relockAfter: (step: number) => {
      if (current <= step) return
      setCurrent(step)
      if (Number(open) > step) setOpen(String(step))
    },
    /** What an `AccordionSection` takes for a step. */
    section: (step: number, lockedUntil: string) => ({
      value: String(step),
      number: step + 1,
      complete: current > step,
      locked: current < step && lockedUntil,
    }),
  }
}
export type WizardSteps = ReturnType<typeof useWizardSteps>
