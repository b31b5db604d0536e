import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { bearTranslation } from '#ui/bear-translation.ts'
import { stayWith } from '#ui/frame/load-page.ts'
import { leaveKeysToInputMethods } from '#ui/keys.ts'
import { queryClient } from '#ui/query-client.ts'
import { toast } from '#ui/toast.ts'
import { whenIdle } from '#ui/when-idle.ts'

/**
 * Draws the pages of a router. One that was served with its outline keeps it until `whenDrawable` ends: then it can be
 * drawn whole.
 */
export function begin(router: DataRouter, whenDrawable: () => Promise<void>): void {
  // Said by the page itself (`start-guard.ts`), which is told that from now on the application notices what is missing.
  if ('old' in document.documentElement.dataset) return
  document.documentElement.dataset.begun = ''
  stayWith(router)
  bearTranslation()
  leaveKeysToInputMethods()
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const draw = () => {
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    )
    toast.load()
    // Pressed, it says so too: nothing is lost where this does not arrive.
    void whenIdle()
      .then(() => import('#ui/late-manners.ts'))
      .then(({ beginManners }) => beginManners())
      .catch(() => {})
  }
  if (root.hasChildNodes()) void whenDrawable().then(draw, draw)
  else draw()
}
