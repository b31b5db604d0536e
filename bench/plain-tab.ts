import type { Browser, CDPSession } from '@playwright/test'

/** A page that is signed out, say, would never be there. */
const longestWaitMs = 30_000

export interface Cookie {
  name: string
  value: string
  url: string
}

/** Those of a header, for what stands at an address. */
export function cookiesOf(header: string, url: string): Cookie[] {
  const cookies = header.split('; ').filter(Boolean)
  return cookies.map((each) => {
    const [name = '', value = ''] = each.split('=')
    return { name, value, url }
  })
}

/**
 * A tab as a person's browser has it. A Playwright page records every request with the stack that made it: for that the
 * browser reads the file that asks a second time, and a large one that asks while it begins then costs a fifth of the
 * page. Here only what the page writes to its console is listened to.
 */
interface PlainTab {
  go(address: string): Promise<void>
  /** Calls a function on the page, which is sent as text: it knows nothing but its arguments. */
  call<Parameters extends unknown[]>(
    pageFunction: (...values: Parameters) => void,
    ...values: Parameters
  ): Promise<void>
  /** What comes after `beginning` in the next line of the console that begins so. Throws after `longestWaitMs` without. */
  nextLine(beginning: string): Promise<string>
  close(): Promise<void>
}

export interface PlainProfile {
  /** A new tab, in which `beforePage` (JavaScript) runs before whatever an address brings. */
  newTab(wishes: { slowDown: number; beforePage: string }): Promise<PlainTab>
  close(): Promise<void>
}

/** Shares nothing with another profile of the browser: cookies, what is stored and what is cached. Keeps no compiled code. */
export async function newPlainProfile(browser: Browser, cookies: Cookie[]): Promise<PlainProfile> {
  const session = await browser.newBrowserCDPSession()
  const { browserContextId } = await session.send('Target.createBrowserContext')
  await session.send('Storage.setCookies', { cookies, browserContextId })
  return {
    newTab: (wishes) => newTab(session, browserContextId, wishes),
    async close() {
      await session.send('Target.disposeBrowserContext', { browserContextId })
      await session.detach()
    },
  }
}

/**
 * The profile that the browser began with, as a person's: it keeps compiled code with the files, from the second time on
 * that a file is run (https://v8.dev/blog/code-caching-for-devs). A profile that is added is a private one to Chromium,
 * which compiles each file every time.
 */
export async function ownPlainProfile(browser: Browser, cookies: Cookie[]): Promise<PlainProfile> {
  const session = await browser.newBrowserCDPSession()
  // With its last tab it would forget the cookies that last as long as the browser is open.
  await session.send('Target.createTarget', { url: 'about:blank' })
  await session.send('Storage.setCookies', { cookies })
  return { newTab: (wishes) => newTab(session, undefined, wishes), close: () => session.detach() }
}

async function newTab(
  session: CDPSession,
  browserContextId: string | undefined,
  { slowDown, beforePage }: { slowDown: number; beforePage: string },
): Promise<PlainTab> {
  const { targetId } = await session.send('Target.createTarget', {
    url: 'about:blank',
    ...(browserContextId !== undefined && { browserContextId }),
  })
  const send = await attachTo(session, targetId)
  await send('Runtime.enable')
  await send('Page.enable')
  await send('Page.addScriptToEvaluateOnNewDocument', { source: beforePage })
  await send('Emulation.setDeviceMetricsOverride', {
    width: 1440,
    height: 900,
    deviceScaleFactor: 1,
    mobile: false,
  })
  await send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  return {
    async go(address) {
      await send('Page.navigate', { url: address })
    },
    async call(pageFunction, ...values) {
      await send('Runtime.evaluate', { expression: `(${pageFunction})(...${JSON.stringify(values)})` })
    },
    nextLine: (beginning) => send.nextLine(beginning),
    async close() {
      await session.send('Target.closeTarget', { targetId })
    },
  }
}

interface Told {
  id?: number
  method?: string
  params?: { args?: Array<{ value?: unknown }> }
  error?: { message: string }
  result?: { exceptionDetails?: { text: string } }
}

interface Send {
  (method: string, params?: object): Promise<void>
  nextLine(beginning: string): Promise<string>
}

/** The browser's own session carries the tab's messages as text: one of the tab's own would make Playwright record it. */
async function attachTo(session: CDPSession, targetId: string): Promise<Send> {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  const open = new Map<number, PromiseWithResolvers<void>>()
  const listeners = new Set<(line: string) => void>()
  let last = 0
  session.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return
    const told = JSON.parse(event.message) as Told
    if (told.id !== undefined) {
      const problem = told.error?.message ?? told.result?.exceptionDetails?.text
      if (problem === undefined) open.get(told.id)?.resolve()
      else open.get(told.id)?.reject(new Error(problem))
      open.delete(told.id)
    } else if (told.method === 'Runtime.consoleAPICalled') {
      const line = String(told.params?.args?.[0]?.value)
      for (const listener of listeners) listener(line)
    }
  })
  const send = async (method: string, params: object = {}): Promise<void> => {
    const answer = Promise.withResolvers<void>()
    open.set(++last, answer)
    const message = JSON.stringify({ id: last, method, params })
    await session.send('Target.sendMessageToTarget', { sessionId, message })
    await answer.promise
  }
  return Object.assign(send, {
    nextLine: (beginning: string) =>
      new Promise<string>((resolve, reject) => {
        const listener = (line: string) => {
          if (!line.startsWith(beginning)) return
          clearTimeout(tooLate)
          listeners.delete(listener)
          resolve(line.slice(beginning.length))
        }
        const tooLate = setTimeout(() => {
          listeners.delete(listener)
          reject(new Error(`The page has not said "${beginning}" for ${longestWaitMs / 1000} s.`))
        }, longestWaitMs)
        listeners.add(listener)
      }),
  })
}
