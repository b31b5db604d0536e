import type { Logger } from 'pino'
import { buildDependencies } from '#apps/server/build-dependencies.ts'
import { loadConfig } from '#base/config/config.ts'
import type { Database } from '#base/db/client.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { plainSignIn } from '#delivery/provisioning/testing/plain-sign-in.ts'
import { connectByBrowser } from '#delivery/sending/connect/connect-by-browser.ts'
import { testSecretsKeys } from '#tests/server/test-keys.ts'
import type { Sandbox } from '#vendors/sandbox/sandbox.ts'

/** The product in the process of a sandbox that listens; it asks third parties without a network in between. */
export function buildBeside(
  sandbox: Sandbox,
  database: Database,
  databaseUrl: string,
  { log, env }: { log: Logger; env?: Record<string, string> },
): Dependencies {
  const loaded = loadConfig({
    PORT: '3000',
    SANDBOX: 'on',
    SANDBOX_PORT: new URL(sandbox.origin).port,
    DATABASE_URL: databaseUrl,
    SECRETS_KEYS: testSecretsKeys,
    // That there is a browser leaves the mailboxes to one; this program is never started.
    SIGN_IN_BROWSER: process.execPath,
    ...env,
  })
  const config = {
    ...loaded,
    vendors: {
      ...loaded.vendors,
      dns: { servers: [`127.0.0.1:${sandbox.ports.dns}`] },
      smtp: { ...loaded.vendors.smtp, url: `smtp://127.0.0.1:${sandbox.ports.smtp}` },
    },
  }
  const fetch = (address: string, init?: RequestInit) => sandbox.fetch(address, init)
  return buildDependencies({
    config,
    log,
    database,
    databaseUrl,
    works: true,
    fetch,
    customerFetch: fetch,
  })
}

/**
 * Signs in to whatever mailboxes wait for it, as the role `connect` does, at the sandbox's pages and without a browser: how
 * long people and browsers take there is measured by itself.
 */
export async function signInToAll(deps: Dependencies, sandbox: Sandbox, signal: AbortSignal): Promise<void> {
  const pages = `http://127.0.0.1:${sandbox.ports.signIn}`
  const signIn = plainSignIn(pages, (url, init) =>
    new URL(url).port === String(sandbox.ports.signIn) ? fetch(url, init) : sandbox.fetch(url, init),
  )
  await connectByBrowser({ ...deps, signIn }, signal)
}
