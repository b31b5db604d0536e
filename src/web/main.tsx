import './zod-jitless.ts'
import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { signedInKey } from '#shared/accounts/session-storage-keys.ts'
import { configQuery } from './app-shell/config.ts'
import { stayWith } from './app-shell/load-page.ts'
import { sessionQuery } from './app-shell/session.ts'
import { readStored } from './browser-storage.ts'
import { queryClient } from './query-client.ts'
import { createRouter, isConsole, loadConsole } from './routes.tsx'
import { toast } from './ui/toast.ts'
import { whenIdle } from './ui/when-idle.ts'

const isStaff = isConsole(window.location.pathname)
// Asked for before anything is drawn: every page waits for them.
if (!isStaff) void queryClient.prefetchQuery(sessionQuery)
void queryClient.prefetchQuery(configQuery)
// In a file of its own, which the sign-in page does without.
if (readStored(signedInKey) && !isStaff)
  void import('./start-early.ts').then(
    ({ startEarly }) => startEarly(),
    () => {},
  )

const router = createRouter()
stayWith(router)

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
    .then(() => import('./ui/late-manners.ts'))
    .then(({ beginManners }) => beginManners())
    .catch(() => {})
}
// A page that was served with its outline keeps it until it can be drawn whole.
if (root.hasChildNodes())
  void (isStaff ? loadConsole() : import('./start-early.ts'))
    .then(({ whenDrawable }) => whenDrawable(router))
    .then(draw, draw)
else draw()
