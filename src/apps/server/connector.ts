import type { Dependencies } from '#delivery/dependencies.ts'
import { connectByBrowser } from '#delivery/sending/connect/connect-by-browser.ts'

/** A mailbox that is to be signed in to waits so long for a browser at most. */
const roundMs = 3_000

export interface Connector {
  /** What is being signed in to is given back. */
  stop(): Promise<void>
}

/**
 * Signs mailboxes in to their sending tools with a browser of its own, until it is stopped.
 * @param executablePath Chromium's own program
 */
export async function startConnector(deps: Dependencies, executablePath: string): Promise<Connector> {
  // Only here: a process without a browser need not read what drives one.
  const { createMailboxSignIn } = await import('#delivery/sending/browser/mailbox-sign-in.ts')
  const signIn = createMailboxSignIn({
    executablePath,
    log: deps.log,
    dnsServers: deps.config.vendors.dns.servers,
  })
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const round = () => {
    running = connectByBrowser({ ...deps, signIn }, stopping.signal)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted)
          deps.log.error({ err: error }, 'signing in to mailboxes has to try again')
      })
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(round, roundMs)
      })
  }
  round()
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
      await signIn.close()
    },
  }
}
