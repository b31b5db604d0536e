import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { buildDependencies } from '../src/server/build-dependencies.ts'
import { loadConfig } from '../src/server/config/config.ts'
import { createDatabase } from '../src/server/db/client.ts'
import type { MailboxSignIn } from '../src/server/providers/ports/sign-in.ts'
import { createMailboxSignIn } from '../src/server/sending/browser/mailbox-sign-in.ts'
import { connectByBrowser } from '../src/server/sending/connect/connect-by-browser.ts'
import { signInMs } from './connecting-pace.ts'

/** A process that signs mailboxes in as the product's does, at pages that take as long as the real ones. */
export async function startConnectWorker(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [import.meta.filename], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

if (import.meta.main) await work()

async function work(): Promise<never> {
  const log = pino({ level: 'silent' })
  const databaseUrl = process.env.DATABASE_URL ?? ''
  const config = loadConfig(process.env)
  const database = createDatabase(databaseUrl, { max: 4, log })
  const deps = buildDependencies({ config, log, database, databaseUrl, works: false })
  await deps.queue.start()
  const browser = createMailboxSignIn({ executablePath: process.env.SIGN_IN_BROWSER ?? '', log })
  const signIn: MailboxSignIn = {
    ...browser,
    async signIn(request, signal) {
      const [outcome] = await Promise.all([
        browser.signIn(request, signal),
        delay(signInMs, undefined, { signal }),
      ])
      return outcome
    },
  }
  process.send?.('ready')
  for (;;) {
    await connectByBrowser({ ...deps, signIn }, new AbortController().signal)
    await delay(1_000)
  }
}
