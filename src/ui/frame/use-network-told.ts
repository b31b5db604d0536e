import { useEffect } from 'react'
import { setConnectionLost } from './connection.ts'

/** For a page without a live connection: says while there is no network, from the moment that the page is opened. */
export function useNetworkTold(): void {
  useEffect(() => {
    const tell = () => setConnectionLost(!navigator.onLine)
    tell()
    window.addEventListener('online', tell)
    window.addEventListener('offline', tell)
    return () => {
      window.removeEventListener('online', tell)
      window.removeEventListener('offline', tell)
      setConnectionLost(false)
    }
  }, [])
}
