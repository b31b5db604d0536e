import './zod-jitless.ts'
import './styles.css'
import { signedInKey } from '#shared/accounts/session-storage-keys.ts'
import { configQuery } from './app-shell/config.ts'
import { sessionQuery } from './app-shell/session.ts'
import { begin } from './begin.tsx'
import { readStored } from './browser-storage.ts'
import { queryClient } from './query-client.ts'
import { createRouter } from './routes.tsx'

// Asked for before anything is drawn: every page waits for them.
void queryClient.prefetchQuery(sessionQuery)
void queryClient.prefetchQuery(configQuery)
// In a file of its own, which the sign-in page does without.
if (readStored(signedInKey))
  void import('./start-early.ts').then(
    ({ startEarly }) => startEarly(),
    () => {},
  )

const router = createRouter()
begin(router, async () => (await import('./start-early.ts')).whenDrawable(router))
