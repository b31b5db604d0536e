import './zod-jitless.ts'
import './styles.css'
import { signedInKey } from '#features/accounts/rules/session-storage-keys.ts'
import { readStored } from '#ui/browser-storage.ts'
import { configQuery } from '#ui/frame/config.ts'
import { sessionQuery } from '#ui/frame/session.ts'
import { queryClient } from '#ui/query-client.ts'
import { begin } from './begin.tsx'
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
