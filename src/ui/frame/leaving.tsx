import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { type Blocker, type BlockerFunction, useBlocker, useNavigate } from 'react-router'
import { hasLayer, leaveTopmost } from '../layers.ts'

/** A part of a page that does not let go of its reader without a question. */
interface Hold {
  current: BlockerFunction
}

interface Leaving {
  holds: Set<Hold>
  blocker: Blocker
  /** Which of them the blocker stands for. */
  heldBy: Hold | undefined
  /** Announces that the next step back is the page's own. */
  stepBack: () => void
}

const LeavingContext = createContext({} as Leaving)

/**
 * The one place that is asked before a page is left, since a router takes one blocker: Back leaves what lies topmost over
 * the page instead, as on a phone, and the page's own holds are asked otherwise. The step is undone, so a layer needs no
 * entry in the history.
 */
export function LeavingPages({ children }: { children: ReactNode }) {
  const [holds] = useState(() => new Set<Hold>())
  const heldBy = useRef<Hold>(undefined)
  const isOwnStep = useRef(false)
  const [shouldBlock] = useState(
    (): BlockerFunction => (step) => {
      heldBy.current = undefined
      const isOver = step.historyAction === 'POP' && !isOwnStep.current && hasLayer()
      isOwnStep.current = false
      if (isOver) {
        // Not before the step is undone: closing it may be a step of its own.
        window.addEventListener('popstate', leaveTopmost, { once: true })
        return true
      }
      heldBy.current = [...holds].findLast((hold) => hold.current(step))
      return heldBy.current !== undefined
    },
  )
  const [stepBack] = useState(() => () => {
    isOwnStep.current = true
  })
  const blocker = useBlocker(shouldBlock)
  useEffect(() => {
    if (blocker.state === 'blocked' && !heldBy.current) blocker.reset()
  }, [blocker])
  return (
    <LeavingContext value={{ holds, blocker, heldBy: heldBy.current, stepBack }}>{children}</LeavingContext>
  )
}

/** Holds steps that would leave the page; while it holds one, that is returned, to be taken or given up. */
export function useHold(holdsBack: BlockerFunction): Extract<Blocker, { state: 'blocked' }> | undefined {
  const { holds, blocker, heldBy } = useContext(LeavingContext)
  const hold = useRef(holdsBack)
  useEffect(() => {
    hold.current = holdsBack
  })
  useEffect(() => {
    holds.add(hold)
    return () => void holds.delete(hold)
  }, [holds])
  return heldBy === hold && blocker.state === 'blocked' ? blocker : undefined
}

/** One step back of the page's own, which may close what lies over it. */
export function useStepBack(): () => void {
  const { stepBack } = useContext(LeavingContext)
  const navigate = useNavigate()
  return () => {
    stepBack()
    void navigate(-1)
  }
}
