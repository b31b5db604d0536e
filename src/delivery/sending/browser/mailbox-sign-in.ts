import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { MailboxSignIn, SignInOutcome, SignInRequest } from '#vendors/ports/sign-in.ts'
import { hostsOf, type SignInHosts } from './allowed-hosts.ts'
import { openGate } from './gate.ts'

import { createPlaces } from './places.ts'
import { createSharedBrowser } from './shared-browser.ts'
import { type Ending, endedBy, signInAt } from './sign-in-course.ts'
import { followTrail } from './trail.ts'

const largest = 300 * 1024
const timeout = 5_000

/** Nothing of what was typed is left to be seen, whatever kind of field it was typed into. */
const blankFields = `for (const field of document.querySelectorAll('input, textarea'))
  if (!['submit', 'button', 'reset', 'checkbox', 'radio', 'image'].includes(field.type)) field.value = ''`

/** Microsoft lets tenants choose a large background. */
const plain = '* { background-image: none !important } video, canvas { visibility: hidden !important }'

/** The page as it is, for the person who continues; none where the page is gone, or too busy, or too large. */
async function takePicture(page: Page): Promise<Buffer | null> {
  try {
    // A page that waits for the next one is neither drawn nor does it run anything.
    const session = await page.context().newCDPSession(page)
    await session.send('Page.stopLoading')
    for (const frame of page.frames()) await frame.evaluate(blankFields)
    for (const style of ['', plain]) {
      const picture = await page.screenshot({
        type: 'png',
        scale: 'css',
        animations: 'disabled',
        style,
        timeout,
      })
      if (picture.length <= largest) return picture
    }
    return null
  } catch {
    return null
  }
}

export interface MailboxSignInOptions {
  /** Chromium's own program (`SIGN_IN_BROWSER`). */
  executablePath: string
  log: Logger
  /** `address:port` of the resolvers that are asked for hosts; undefined: the ones of this machine. */
  dnsServers?: readonly string[]
  /** Over all tenants. */
  atOnce?: number
  /** For one sign-in, from its first page on. */
  limitMs?: number
  unknownMs?: number
  signInsEach?: number
  idleMs?: number
}

const away: SignInOutcome = { kind: 'failed', reason: 'browser-away' }
/** A browser that does not answer for so long is taken for lost. */
const patienceMs = 10_000

/** Signs mailboxes in with a browser of our own. Nothing it writes or answers holds a link, a password or a code. */
export function createMailboxSignIn(options: MailboxSignInOptions): MailboxSignIn {
  const { executablePath, log, atOnce = 2, signInsEach = 30, idleMs = 60_000 } = options
  const places = createPlaces(atOnce)
  const browsers = createSharedBrowser({ executablePath, log, signInsEach, idleMs })
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()

  async function oneSignIn(request: SignInRequest, signal: AbortSignal): Promise<SignInOutcome> {
    if (!URL.canParse(request.link)) return { kind: 'failed', reason: 'unreachable' }
    const giveBack = await places.take(request.tenant, signal)
    try {
      const { browser, release } = await orAborted(browsers.acquire(), signal, (late) => late.release())
      try {
        return await inOwnContext(browser, request, signal, options)
      } finally {
        release()
      }
    } finally {
      giveBack()
    }
  }

  async function signIn(request: SignInRequest, signal: AbortSignal): Promise<SignInOutcome> {
    const begun = performance.now()
    let outcome: SignInOutcome
    try {
      outcome = await oneSignIn(request, AbortSignal.any([signal, closing.signal]))
    } catch (error) {
      if (signal.aborted) throw signal.reason
      // Not its words: a browser's errors repeat what was typed and where it was led.
      if (!closing.signal.aborted)
        log.warn(
          { error: error instanceof Error ? error.name : 'unknown' },
          'The browser that signs in failed',
        )
      outcome = { kind: 'failed', reason: 'browser-away' }
    }
    const { kind } = outcome
    const cause = kind === 'failed' ? outcome.reason : kind === 'finished' ? outcome.finalHost : outcome.cause
    log.info({ kind, cause, ms: Math.round(performance.now() - begun) }, 'A sign-in has ended')
    return outcome
  }

  return {
    signIn(request, signal) {
      const work = signIn(request, signal)
      running.add(work)
      const done = () => running.delete(work)
      work.then(done, done)
      return work
    },
    async close() {
      closing.abort()
      await Promise.allSettled(running)
      await browsers.close()
    },
  }
}

/** Does not wait longer than the signal allows; what comes later is handed to `giveUp`. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal, giveUp: (late: T) => void): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    return await Promise.race([work, promise])
  } catch (error) {
    work.then(giveUp, () => {})
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function inOwnContext(
  browser: Browser,
  request: SignInRequest,
  signal: AbortSignal,
  options: MailboxSignInOptions,
): Promise<SignInOutcome> {
  const hosts = hostsOf(new URL(request.link))
  const gate = await openGate(hosts, options.dnsServers)
  let context: BrowserContext | undefined
  try {
    signal.throwIfAborted()
    context = await browser.newContext({
      proxy: { server: gate.address },
      serviceWorkers: 'block',
      acceptDownloads: false,
      viewport: { width: 1000, height: 750 },
    })
    const page = await context.newPage()
    // Nothing is done in a window that a page opens.
    context.on('page', (other) => void other.close().catch(() => {}))
    const ending = await untilEnd(page, hosts, request, signal, options)
    if (ending.kind === 'person')
      return { ...ending, picture: await noLongerThan(patienceMs, takePicture(page), null) }
    return ending.kind === 'failed' && !browser.isConnected() ? away : ending
  } finally {
    if (gate.refused.size > 0)
      options.log.debug({ hosts: [...gate.refused] }, 'A sign-in asked for hosts that it may not ask')
    await closeContext(browser, context)
    gate.close()
  }
}

async function untilEnd(
  page: Page,
  hosts: SignInHosts,
  request: SignInRequest,
  signal: AbortSignal,
  { log, limitMs = 120_000, unknownMs = 10_000 }: MailboxSignInOptions,
): Promise<Ending> {
  const trail = followTrail(page, hosts)
  const over = new AbortController()
  const within = AbortSignal.any([signal, over.signal])
  const course = signInAt({
    page,
    trail,
    hosts,
    request,
    unknownMs,
    onPage: (known) => log.debug({ page: known }, 'A sign-in page is answered'),
    signal: within,
  })
  const tooSlow = delay(limitMs, undefined, { signal: within }).then(
    (): Ending => endedBy(trail) ?? { kind: 'person', cause: 'too-slow', code: null },
  )
  // What comes of it is seen in the page.
  page.goto(request.link, { timeout: limitMs, waitUntil: 'commit' }).catch(() => {})
  try {
    return await Promise.race([course, tooSlow])
  } catch (error) {
    signal.throwIfAborted()
    // Gone while it was looked at.
    if (page.isClosed()) return { kind: 'failed', reason: 'page-closed' }
    throw error
  } finally {
    over.abort()
    course.catch(() => {})
    tooSlow.catch(() => {})
  }
}

async function closeContext(browser: Browser, context: BrowserContext | undefined) {
  const closed = context?.close().then(
    () => true,
    () => false,
  )
  const isClosed = await noLongerThan(patienceMs, closed ?? Promise.resolve(true), false)
  if (!isClosed && browser.isConnected()) await browser.close().catch(() => {})
}

/** What the work gives, or another value if it takes longer. */
async function noLongerThan<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  const late = new AbortController()
  try {
    return await Promise.race([work, delay(ms, otherwise, { signal: late.signal })])
  } finally {
    late.abort()
  }
}
