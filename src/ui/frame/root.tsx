import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, useLocation, useMatches, useNavigation, useNavigationType } from 'react-router'
import { openDialog } from '../open-dialog.ts'
import { reloadPage, useReleased } from '../release.ts'
import { SlowNote } from '../slow-note.tsx'
import { servedName } from '../wordmark.tsx'
import { configQuery } from './config.ts'
import { useConnectionLost } from './connection.ts'
import { LeavingPages } from './leaving.tsx'

/** What a page has to say that is older than the product, or cut off from it. */
function Notices() {
  const isReleased = useReleased()
  const isLost = useConnectionLost()
  return (
    <div
      aria-live="polite"
      data-notices
      className="fixed bottom-(--toast-bottom) left-1/2 z-30 flex w-max max-w-full -translate-x-1/2 flex-col items-center gap-2 text-secondary *:rounded-control *:bg-raised *:px-3 *:py-2 *:shadow-float"
    >
      {isLost && <p>Offline, reconnecting…</p>}
      {isReleased && (
        <p>
          Updated:{' '}
          <button type="button" className="link" onClick={() => void reloadPage()}>
            Reload
          </button>
        </p>
      )}
    </div>
  )
}

/** What a route says about its page, in `handle`. */
export interface PageHandle {
  /** The page's name, in the top bar and the browser's tab. */
  title: string
}

/** The name of the page shown. */
export function usePageTitle(): string | undefined {
  return useMatches()
    .map(({ handle }) => (handle as PageHandle | undefined)?.title)
    .findLast(Boolean)
}

/** Around every page: the tab's title, and a line while the next page's code travels. */
export function Root() {
  useTabTitle()
  useFreshStart()
  const isLeaving = useNavigation().state !== 'idle'
  return (
    <LeavingPages>
      {isLeaving && (
        <>
          <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-appear-late bg-accent" />
          <SlowNote className="fixed inset-x-4 top-3 z-50 mx-auto w-fit rounded-card bg-raised px-4 py-2 shadow-float forced-colors:border" />
        </>
      )}
      <Outlet />
      <Notices />
    </LeavingPages>
  )
}

function useTabTitle(): void {
  const title = usePageTitle()
  const { data: config } = useQuery(configQuery)
  const productName = config?.productName ?? servedName()
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName
  }, [title, productName])
  useEffect(() => {
    if (config) followStyles(config.styles)
  }, [config])
}

/** The page came with the styles of its brand; those of another one take their place. */
function followStyles(styles: string): void {
  const link = document.getElementById('brand') ?? document.createElement('link')
  const href = `/brand.css?v=${styles}`
  if (link.getAttribute('href') === href || !(styles || link.isConnected)) return
  for (const [name, value] of Object.entries({ id: 'brand', rel: 'stylesheet', href }))
    link.setAttribute(name, value)
  document.head.append(link)
}

/**
 * A new page starts at its top, and keyboard and screen reader start with its content instead of the link
 * that led there. Going back is left to the browser, which remembers the position, and
 * to the console's frame.
 */
function useFreshStart(): void {
  const { pathname } = useLocation()
  const isGoingBack = useNavigationType() === 'POP'
  const shown = useRef(pathname)
  // Before the page is drawn: no key pressed on it comes in between.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (isGoingBack) return
    window.scrollTo(0, 0)
    const content = document.getElementById('content')
    const focused = document.activeElement
    // A dialog that was opened meanwhile keeps the focus, and what is being typed into it.
    if (focused?.closest(openDialog)) return
    if (!content?.contains(focused)) content?.focus({ preventScroll: true })
  }, [pathname, isGoingBack])
}
