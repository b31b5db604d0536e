import { once } from 'node:events'
import { pino } from 'pino'
import { createMailboxSignIn } from '../mailbox-sign-in.ts'

/** A process that does nothing but sign in to what it is told: it is there to be killed. */
const signIns = createMailboxSignIn({
  executablePath: process.env.SIGN_IN_BROWSER ?? '',
  log: pino({ level: 'silent' }),
})
const [request] = await once(process, 'message')
await signIns.signIn(request, new AbortController().signal)
