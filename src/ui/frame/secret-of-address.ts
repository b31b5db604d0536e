import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The secret that stands behind `#` in the link that opened this page; it leaves the address at once. Empty without one. */
export function useSecretOfAddress(): string {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [secret, setSecret] = useState(hash.slice(1))
  useEffect(() => {
    if (hash === '') return
    // Another link may have been opened in the same tab.
    setSecret(hash.slice(1))
    void navigate(pathname, { replace: true })
  }, [hash, pathname, navigate])
  return secret
}
