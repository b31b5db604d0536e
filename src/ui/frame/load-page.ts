import { createPath, type DataRouter, type Location } from 'react-router'
import { NetworkError } from '../api.ts'
import { noAnswerText } from '../no-answer.ts'
import { askedWithPatience } from '../query-client.ts'
import { askForRelease } from '../release.ts'
import { toast } from '../toast.ts'

/** That of all pages, once there is one. */
export let router: DataRouter | undefined

/** Names the router whose customers stay where they are when the next page cannot be loaded. */
export function stayWith(pages: DataRouter): void {
  router = pages
  // Whatever did not arrive may be of an older release: the page then says that it was updated.
  window.addEventListener('vite:preloadError', () => void askForRelease())
}

/**
 * Fetches the code of the page that is being opened. Where it does not arrive, the customer stays on the page they
 * are on, which says so; after a release the new page is loaded whole. Without a page to stay on, it is asked for again
 * for as long as everything that every page waits for.
 *
 * @throws NetworkError when it has not arrived by then.
 */
export async function loadPage<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const target = router?.state.navigation.location
    if (!router || !target || !document.getElementById('content')) return loadAgain(load, error)
    const standing = await askForRelease()
    const wanted = router.state.navigation.location
    const isStillWanted = wanted === target
    // Pressed again meanwhile: the router waits for this same load, which has to be another one.
    if (!isStillWanted && wanted && createPath(wanted) === createPath(target)) return loadPage(load)
    if (standing === 'released' && isStillWanted) {
      window.location.assign(createPath(target))
      // Nothing is drawn any more.
      return new Promise(() => {})
    }
    if (isStillWanted) stay(router, target)
    throw error
  }
}

/** Loaded again already: once more would not help, where two releases answer in turn. */
const isReloaded = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')

/** For the first page of a tab: the server may be starting again. */
async function loadAgain<Module>(load: () => Promise<Module>, first: unknown): Promise<Module> {
  let error = first
  for (let failures = 0; askedWithPatience.retry(failures, new NetworkError(error)); failures += 1) {
    await new Promise((resolve) => setTimeout(resolve, askedWithPatience.retryDelay(failures)))
    const standing = await askForRelease()
    // What it asks for is gone for good: the page as it is now asks for what there is.
    if (standing === 'released' && !isReloaded()) {
      window.location.reload()
      return new Promise(() => {})
    }
    if (standing === 'released') throw error
    if (standing === 'unreachable') continue
    try {
      return await load()
    } catch (again) {
      error = again
    }
  }
  throw new NetworkError(error)
}

const missing = 'page-missing'

/**
 * Goes where the customer is already: the way to the other page ends, and can be tried again until they have gone
 * somewhere.
 */
function stay({ state: { location }, navigate, subscribe }: DataRouter, target: Location): void {
  toast.error('This page could not be loaded.', {
    id: missing,
    description: noAnswerText(),
    duration: Number.POSITIVE_INFINITY,
    action: {
      label: 'Retry',
      onClick: (event) => {
        // It stays until they are somewhere else.
        event.preventDefault()
        void navigate(target)
      },
    },
  })
  const leave = subscribe(({ location: { pathname } }) => {
    if (pathname === location.pathname) return
    leave()
    toast.dismiss(missing)
  })
  void navigate(createPath(location), { replace: true, state: location.state, preventScrollReset: true })
}
