import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '#base/config/config.ts'
import { hasDuty } from '#base/config/roles.ts'
import { demoAccounts, demoPassword } from '../demo/demo-accounts.ts'
import { demoStaffEmail } from '../demo/demo-staff.ts'

/** How to start the sandbox beside this server. Workers use the one that a web process has started. */
export function sandboxBeside(config: Config): { env: Record<string, string> } | undefined {
  if (!config.sandbox || !hasDuty(config.role, 'web')) return undefined
  const { port, latencyMs, delaysScale } = config.sandbox
  // Its webhooks come straight to this process, whatever stands in front of the public address.
  const host = /^(localhost|0\.0\.0\.0|::1?)$/.test(config.host) ? '127.0.0.1' : config.host
  return {
    env: {
      SANDBOX_PORT: String(port),
      SANDBOX_DATA_DIR: join(config.dataDir, 'sandbox'),
      SANDBOX_LATENCY_MS: String(latencyMs),
      SANDBOX_DELAYS_SCALE: String(delaysScale),
      PRODUCT_URL: `http://${host}:${config.port}`,
      STRIPE_WEBHOOK_SECRET: config.vendors.stripe.webhookSecret,
      LIMITS_SCALE: String(config.limitsScale),
    },
  }
}

/** What a person wants to know when the product is ready. */
export function announcement(
  config: Config,
  productName: string,
  demo: { passwordIsKnown: boolean; staffSecret?: string | undefined },
): string {
  if (!hasDuty(config.role, 'web')) return `${productName}'s ${config.role} process is ready.`
  const rows: [string, string][] = []
  if (config.demo) {
    const password = demo.passwordIsKnown ? demoPassword : 'the password you have set'
    rows.push(['Sign in', `${demoAccounts[0].email}  ·  ${password}`])
    if (demo.staffSecret)
      rows.push([
        'Console',
        `/operator  ·  ${demoStaffEmail}  ·  ${demoPassword}  ·  authenticator ${demo.staffSecret}`,
      ])
  }
  if (config.sandbox) rows.push(['Sandbox', `${config.sandbox.consoleUrl}  ·  plays every third party`])
  if (config.logFile) rows.push(['Log', relative(process.cwd(), config.logFile)])
  return [
    '',
    `${productName} is ready at ${config.publicUrl}`,
    '',
    ...rows.map(([label, text]) => `  ${label.padEnd(9)}${text}`),
    ...(rows.length > 0 ? [''] : []),
    'Press Ctrl-C to stop.',
  ].join('\n')
}

const sandboxPatienceMs = 15_000
const sandboxRoundMs = 50
const sandboxRequestMs = 1_000

/** Waits until the sandbox takes requests, or for as long as it may take to start. */
export async function sandboxAnswers(consoleUrl: string, signal: AbortSignal): Promise<void> {
  const ends = performance.now() + sandboxPatienceMs
  while (!signal.aborted && performance.now() < ends && !(await sandboxIsUp(consoleUrl)))
    await delay(sandboxRoundMs)
}

/** Whether a sandbox takes requests there. */
export async function sandboxIsUp(consoleUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${consoleUrl}/_clock`, { signal: AbortSignal.timeout(sandboxRequestMs) })
    await answer.body?.cancel()
    return true
  } catch {
    return false
  }
}
