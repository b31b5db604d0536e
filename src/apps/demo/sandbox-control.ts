import type { Config } from '#base/config/config.ts'
import type { Fetch } from '#vendors/client/vendor-client.ts'

/** What the sandbox hands out for its demo accounts. */
export interface DemoCredentials {
  microsoft: Record<string, unknown>
  google: Record<string, unknown>
  probes: Record<'microsoft' | 'google', Record<string, unknown>>
  /** Beside the first of each host. */
  secondProbes: Record<'microsoft' | 'google', Record<string, unknown>>
  instantly: Record<string, string>
  smartlead: Record<string, string>
  bison: Record<string, string>
  dnsimple: Record<string, unknown>
}

/** What people do at the third parties outside their APIs, as the sandbox lets it be done. */
export interface SandboxControl {
  credentials(): Promise<DemoCredentials>
  /** Posts JSON to one of the sandbox's own calls; returns what it says, or throws its complaint. */
  post<Answer>(path: `/_${string}`, body: unknown): Promise<Answer>
  /** Presses Pay on a payment page. */
  pay(url: string): Promise<void>
  /** Where Microsoft's and Google's sign-in pages are played. */
  signInUrl: string
  /** Where the customer's Email Bison is. */
  bisonUrl: string
}

/** The sign-in pages' port stands so far behind the sandbox's first. */
const signInPort = 4
/** Long enough for a busy machine. */
const patienceMs = 60_000

export function createSandboxControl(
  { sandbox, vendors }: Pick<Config, 'sandbox' | 'vendors'>,
  fetch: Fetch = globalThis.fetch,
): SandboxControl {
  if (!sandbox) throw new Error('There is no sandbox to control.')
  const call = async (url: string, init?: RequestInit): Promise<Response> => {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (response.status >= 400) throw new Error(`The sandbox refused ${url}: ${await response.text()}`)
    return response
  }
  return {
    bisonUrl: vendors.bison.allowedOrigins[0] ?? '',
    signInUrl: `http://127.0.0.1:${sandbox.port + signInPort}`,
    async credentials() {
      return (await (await call(`${sandbox.consoleUrl}/_demo/credentials`)).json()) as DemoCredentials
    },
    async post<Answer>(path: string, body: unknown) {
      const response = await call(sandbox.consoleUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return (await response.json()) as Answer
    },
    async pay(url) {
      await call(url, { method: 'POST', body: new URLSearchParams({ action: 'pay' }) })
    },
  }
}
