import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { SignInFailure } from '#features/tools/rules/sign-in-causes.ts'
import type { SignInOutcome, SignInRequest } from '#vendors/ports/sign-in.ts'
import type { SignInHosts } from './allowed-hosts.ts'

import { identify, type KnownPage } from './identify-page.ts'
import { type PageSeen, readPage } from './read-page.ts'
import type { Trail } from './trail.ts'

/** Of the classic page, and of the redesigned one. */
const mainButton = '#idSIButton9:visible, button[data-testid=primaryButton]:visible'
const secondButton = '#idBtn_Back:visible, button[data-testid=secondaryButton]:visible'
const userField = 'input[name=loginfmt]:visible, #i0116:visible, #usernameEntry:visible'
const passwordField = 'input[name=passwd]:visible, #i0118:visible, #passwordEntry:visible'

/** For one thing done to a page that has been looked at already. */
const actMs = 10_000

interface Typed {
  address: string
  password: string
}

/** What is done on each page. It is not waited for what comes of it. */
const answers: Record<KnownPage, (page: Page, typed: Typed) => Promise<void>> = {
  picker: (page) => press(page, '#otherTile:visible'),
  async user(page, { address }) {
    await fill(page, userField, address)
    await press(page, mainButton)
  },
  async password(page, { password }) {
    await fill(page, passwordField, password)
    await press(page, mainButton)
  },
  // "No": the browser forgets everything afterwards anyway.
  'stay-signed-in': (page) => press(page, secondButton),
  'ask-later': (page) => press(page, '#btnAskLater:visible'),
  consent: (page) => press(page, mainButton),
}

const press = (page: Page, selector: string) =>
  page.locator(selector).first().click({ timeout: actMs, noWaitAfter: true })
const fill = (page: Page, selector: string, text: string) =>
  page.locator(selector).first().fill(text, { timeout: actMs })

/**
 * Whether the page took its answer. What Playwright says of a failure repeats what was typed, so it goes nowhere.
 */
async function answerPage(page: Page, known: KnownPage, typed: Typed): Promise<boolean> {
  try {
    await answers[known](page, typed)
    return true
  } catch {
    return false
  }
}

/** An outcome before its picture is taken. */
type Unpictured<Outcome> = Outcome extends { picture: unknown } ? Omit<Outcome, 'picture'> : Outcome
export type Ending = Unpictured<SignInOutcome>

/** How often a page is answered; a password is never given twice. */
const answersAllowed: Record<KnownPage, number> = {
  picker: 2,
  user: 2,
  password: 1,
  'stay-signed-in': 2,
  'ask-later': 2,
  consent: 2,
}
const lookEveryMs = 100

const failed = (reason: SignInFailure): Ending => ({ kind: 'failed', reason })

interface Course {
  page: Page
  trail: Trail
  hosts: SignInHosts
  request: SignInRequest
  /** A page that is still unknown so long after it has come up will not become one that is known. */
  unknownMs: number
  /** Told of each page that is answered. */
  onPage(page: KnownPage): void
  signal: AbortSignal
}

/**
 * From page to page until the end. Each look at the page is one snapshot, and what it is decides what is done; a page
 * stays answered until another document or another form of it has taken its place.
 */
export async function signInAt({ page, trail, hosts, request, ...course }: Course): Promise<Ending> {
  const answered: Partial<Record<KnownPage, number>> = {}
  let last: { documentId: number; page: KnownPage } | undefined
  let unknown: { documentId: number; since: number } | undefined
  for (;;) {
    if (page.isClosed() || trail.hasCrashed) return endedBy(trail) ?? failed('page-closed')
    const seen = await readPage(page)
    const end = seen && endOf(seen, trail, hosts)
    if (end) return end
    const meaning = seen && identify(seen, request.address, hosts)
    if (meaning && meaning.kind !== 'answer' && meaning.kind !== 'unknown') return meaning
    if (meaning?.kind === 'unknown' && seen?.isLoaded) {
      if (unknown?.documentId !== seen.documentId)
        unknown = { documentId: seen.documentId, since: performance.now() }
      if (trail.status >= 400) return failed('page-error')
      if (trail.hasBegun && performance.now() - unknown.since >= course.unknownMs)
        return { kind: 'person', cause: 'unknown-page', code: meaning.code }
    } else unknown = undefined
    if (meaning?.kind === 'answer' && seen && !isLast(last, seen, meaning.page)) {
      const times = (answered[meaning.page] ?? 0) + 1
      if (times > answersAllowed[meaning.page])
        return { kind: 'person', cause: 'same-page-again', code: null }
      answered[meaning.page] = times
      course.onPage(meaning.page)
      const isTaken = await answerPage(page, meaning.page, request)
      last = isTaken ? { documentId: seen.documentId, page: meaning.page } : undefined
    }
    await delay(lookEveryMs, undefined, { signal: course.signal })
  }
}

const isLast = (
  last: { documentId: number; page: KnownPage } | undefined,
  seen: PageSeen,
  page: KnownPage,
): boolean => last?.documentId === seen.documentId && last.page === page

/** Where the page is no page of the one who signs in: the tool's, nobody's, or none at all. */
function endOf(seen: PageSeen, trail: Trail, hosts: SignInHosts): Ending | undefined {
  const url = URL.parse(seen.address)
  if (url?.protocol === 'chrome-error:')
    return (
      endedBy(trail) ??
      failed(trail.failedAt && !hosts.mayAsk(trail.failedAt) ? 'led-elsewhere' : 'unreachable')
    )
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    // Blank before the first page, and after a page that has closed itself.
    return trail.hasBegun ? (endedBy(trail) ?? failed('page-closed')) : undefined
  if (!hosts.mayAsk(url)) return endedBy(trail) ?? failed('led-elsewhere')
  return hosts.isTool(url) && seen.isLoaded ? endedBy(trail, url) : undefined
}

/** The end, if the tool has been told; wherever it has sent the browser since. */
export function endedBy({ tool }: Trail, url?: URL): Ending | undefined {
  if (!tool) return undefined
  return tool.refusal
    ? { kind: 'refused', ...tool.refusal }
    : { kind: 'finished', finalHost: url?.host ?? tool.host }
}
