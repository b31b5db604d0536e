import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

/** A message has been read in this time. */
export const readForMs = 2_000

/** Leads on to another page after a moment, and hands it `state`; never while `to` is missing. */
export function useRedirectAfter(to: string | undefined, state?: unknown): void {
  const navigate = useNavigate()
  const handed = useRef(state)
  handed.current = state
  useEffect(() => {
    if (!to) return
    const timer = setTimeout(() => void navigate(to, { replace: true, state: handed.current }), readForMs)
    return () => clearTimeout(timer)
  }, [to, navigate])
}
