import { createPath, type DataRouter } from 'react-router'

const reloadedAtKey = 'inboxyard.reloadedAt'

/**
 * A release replaces the files that an open page has yet to load. The page that was asked for is then loaded
 * whole, once: a second failure within a minute has another cause and goes to the error page.
 */
export function reloadWhenReleased(router: DataRouter): void {
  window.addEventListener('vite:preloadError', (event) => {
    const { location } = router.state.navigation
    const reloadedAt = Number(sessionStorage.getItem(reloadedAtKey))
    if (!location || Date.now() - reloadedAt < 60_000) return
    event.preventDefault()
    sessionStorage.setItem(reloadedAtKey, String(Date.now()))
    window.location.assign(createPath(location))
  })
}
