import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** A message has been read in this time. */
export const readForMs = 2_000

/** Leads on to another page after a moment; never while `to` is missing. */
export function useRedirectAfter(to: string | undefined, delayMs = readForMs): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!to) return
    const timer = setTimeout(() => void navigate(to, { replace: true }), delayMs)
    return () => clearTimeout(timer)
  }, [to, delayMs, navigate])
}
