import type { Logger } from 'pino'
import type { Browser } from 'playwright-core'
import { messageOf } from '#base/error-code.ts'
import { removeLeftProfiles } from './left-profiles.ts'

export interface SharedBrowserOptions {
  executablePath: string
  log: Logger
  /** After so many sign-ins it is replaced: a browser grows with what it has seen. */
  signInsEach: number
  /** Nobody has used it for so long: it ends, and its memory is free. */
  idleMs: number
}

const startsWithinMs = 30_000

/** One browser for all, started when it is needed, and again when it has ended or has been used often enough. */
export function createSharedBrowser({ executablePath, log, signInsEach, idleMs }: SharedBrowserOptions) {
  let current: { browser: Browser; uses: number; open: number } | undefined
  let idle: NodeJS.Timeout | undefined
  let quiet = Promise.withResolvers<void>()
  /** One at a time decides whether a browser is started. */
  let turn: Promise<unknown> = Promise.resolve()

  async function end() {
    clearTimeout(idle)
    const ending = current
    current = undefined
    await ending?.browser.close().catch(() => {})
  }

  async function start() {
    try {
      return await launch(executablePath, log)
    } catch (error) {
      // Before the first page there is nothing secret in its words.
      const reason = messageOf(error).split('\n')[0]?.slice(0, 300)
      log.error({ reason }, 'The browser that signs in did not start')
      throw error
    }
  }

  async function begin() {
    if (current && !current.browser.isConnected()) await end()
    if (current && current.uses >= signInsEach) {
      // Two at once would need twice the memory.
      if (current.open > 0) await quiet.promise
      await end()
    }
    current ??= { browser: await start(), uses: 0, open: 0 }
    return current
  }

  return {
    /** @throws when no browser can be started */
    async acquire(): Promise<{ browser: Browser; release(): void }> {
      const begun = turn.then(async () => {
        clearTimeout(idle)
        const own = await begin()
        if (own.open === 0) quiet = Promise.withResolvers()
        own.uses++
        own.open++
        return own
      })
      turn = begun.catch(() => {})
      const own = await begun
      return {
        browser: own.browser,
        release() {
          own.open--
          if (own.open > 0 || own !== current) return
          quiet.resolve()
          idle = setTimeout(endIfIdle, idleMs).unref()
        },
      }
    },
    async close() {
      await turn
      await end()
    },
  }

  function endIfIdle() {
    turn = turn.then(() => (current?.open === 0 ? end() : undefined))
  }
}

/**
 * It listens on a pipe of ours and not on a port, and ends as soon as the pipe does, so with this process, however that
 * ends. Nothing hides that it is driven.
 */
async function launch(executablePath: string, log: Logger): Promise<Browser> {
  // Only whoever signs in loads it.
  const { chromium } = await import('playwright-core')
  await removeLeftProfiles()
  const options = {
    executablePath,
    args: ['--disable-gpu', '--disable-quic', '--force-webrtc-ip-handling-policy=disable_non_proxied_udp'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: startsWithinMs,
  }
  // Chromium refuses its own sandbox to root.
  if (process.getuid?.() === 0) return chromium.launch(options)
  try {
    return await chromium.launch({ ...options, chromiumSandbox: true })
  } catch {
    const browser = await chromium.launch(options)
    log.warn('The browser that signs in runs without its own sandbox, which this machine does not allow it')
    return browser
  }
}
