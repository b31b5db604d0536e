import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { signedInKey } from '#features/accounts/rules/session-storage-keys.ts'
import type { OrderListItem } from '#features/orders/api/orders.ts'
import { filterOrders, noFilters } from '#features/orders/rules/order-filters.ts'
import { indexOrders } from '#features/orders/rules/order-index.ts'
import { type Figure, median, percentile } from './figures.ts'
import { cookiesOf, newPlainProfile } from './plain-tab.ts'
import { serveReferencePage } from './reference-page.ts'
import { launchBrowser } from './warm-pages.ts'

const times = 20
const slowDown = 4
/** A browser that has just opened a profile and a tab is busy with itself for so long. */
const settleMs = 1_500

/** The dashboard of an account with 1,000 orders in Chromium, as it was built for production. */
export async function measureWorkspacePages(url: string, cookie: string): Promise<Figure[]> {
  const answer = await (await fetch(`${url}/api/orders`, { headers: { cookie } })).text()
  const { orders } = JSON.parse(answer) as { orders: OrderListItem[] }
  const reference = await serveReferencePage(answer)
  const browser = await launchBrowser()
  try {
    const visible: number[] = []
    for (let i = 0; i < times; i++) visible.push(await msToFirstList(browser, url, cookie))

    const words = telling(orders)
    const listed = filterOrders(indexOrders(orders), noFilters).length
    const page = await openPage(browser, url, cookie)
    await page.goto(`${url}/dashboard`)
    const typing = await typeAll(page, words, listed)
    const blank = await framesWithBlankRows(page)
    const heap = await usedHeap(page)
    await page.context().close()

    const plain = await openPage(browser, reference.url, '')
    await plain.goto(reference.url)
    const referenceTyping = await typeAll(plain, words, listed)

    return [
      {
        what: `workspace: first list with a processor ${slowDown}x slower`,
        measured: median(visible) / 1000,
        unit: 's',
        target: { at: 'most', value: 1.5 },
        note: `nothing cached; slowest ${(Math.max(...visible) / 1000).toFixed(2)} s`,
      },
      {
        what: 'workspace: key to painted result (p95)',
        measured: percentile(typing, 0.95),
        unit: 'ms',
        target: { at: 'most', value: 50 },
        note: `${typing.length} keys, median ${median(typing).toFixed(1)} ms`,
      },
      {
        what: 'the same on a page that is nothing but a list (p95)',
        measured: percentile(referenceTyping, 0.95),
        unit: 'ms',
        note: `median ${median(referenceTyping).toFixed(1)} ms`,
      },
      {
        what: 'workspace: frames with a blank row while scrolling',
        measured: blank.blank,
        unit: 'frames',
        target: { at: 'most', value: 0 },
        note: `of ${blank.frames}`,
      },
      {
        what: 'workspace: JavaScript heap after all that',
        measured: heap.peak / 1e6,
        unit: 'MB',
        target: { at: 'most', value: 120 },
        note: `${(heap.live / 1e6).toFixed(0)} MB after a collection`,
      },
    ]
  } finally {
    await browser.close()
    reference.stop()
  }
}

/** A tab that shares nothing with another. */
async function openPage(browser: Browser, url: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies(cookiesOf(cookie, url))
  // As the sign-in page leaves it.
  await context.addInitScript((key) => localStorage.setItem(key, 'yes'), signedInKey)
  return context.newPage()
}

const paintedAt = 'List painted at '

/** From the start of the navigation until a frame with rows was painted. */
async function msToFirstList(browser: Browser, url: string, cookie: string): Promise<number> {
  const profile = await newPlainProfile(browser, cookiesOf(cookie, url))
  const tab = await profile.newTab({ slowDown, beforePage })
  await sleep(settleMs)
  const [painted] = await Promise.all([tab.nextLine(paintedAt), tab.go(`${url}/dashboard`)])
  const ms = Number(painted)
  await profile.close()
  return ms
}

/** Signed in as the sign-in page leaves it, and saying itself when there is a list: who asks has the page run more. */
const beforePage = `localStorage.setItem(${JSON.stringify(signedInKey)}, 'yes');(${sayWhenListed})(${JSON.stringify(paintedAt)})`

/** On the page: says when a frame with rows was painted. */
function sayWhenListed(said: string): void {
  const checkFrame = () => {
    if (!document.querySelector('[role=listbox] [role=option]')) return requestAnimationFrame(checkFrame)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => console.log(said + performance.now())
    requestAnimationFrame(() => port2.postMessage(undefined))
  }
  requestAnimationFrame(checkFrame)
}

interface Key {
  key: string
  /** Orders that are listed once it has been pressed. */
  listed: number
}

/** Keys to type and take back, each of which changes how many orders are listed: a result can be told from the one before. */
function telling(orders: OrderListItem[]): Key[] {
  const index = indexOrders(orders)
  const listed = (search: string) => filterOrders(index, { ...noFilters, search }).length
  const keys: Key[] = []
  for (const { forwardingDomain } of orders) {
    const word = forwardingDomain.replace('https://', '').slice(0, 5)
    const counts = Array.from({ length: word.length + 1 }, (_, length) => listed(word.slice(0, length)))
    if (counts.some((count, at) => count === 0 || (at > 0 && count === counts[at - 1]))) continue
    for (const [at, key] of [...word].entries()) keys.push({ key, listed: counts[at + 1] as number })
    for (const count of counts.slice(0, -1).reverse()) keys.push({ key: 'Backspace', listed: count })
    if (keys.length >= times * 10) break
  }
  return keys
}

/** What `watchKeys` leaves on the page. */
interface KeyWatch {
  /** Milliseconds from the next key to the frame that lists so many orders. */
  expectListed(count: number): void
  painted: Promise<number>
}

function watchKeys(): void {
  let pressedAt: number | undefined
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressedAt = timeStamp
    },
    { capture: true },
  )
  const isListed = (count: number) =>
    document.querySelector('[role=listbox] [role=option]')?.getAttribute('aria-setsize') === String(count)
  const watch: KeyWatch = {
    painted: Promise.resolve(0),
    expectListed(count) {
      pressedAt = undefined
      watch.painted = new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error(`${count} orders were never listed.`)), 10_000)
        const checkFrame = () => {
          const from = pressedAt
          if (from === undefined || !isListed(count)) return void requestAnimationFrame(checkFrame)
          // The frame in which it was found is painted before the message arrives.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - from)
          port2.postMessage(undefined)
        }
        requestAnimationFrame(checkFrame)
      })
    },
  }
  Object.assign(window, { keyWatch: watch })
}

/**
 * Milliseconds from each key to the frame that shows its result, once all orders are here: those in view come first, and
 * a search waits for the others.
 * @param all how many orders are listed without a search
 */
async function typeAll(page: Page, keys: Key[], all: number): Promise<number[]> {
  await page.locator(`[role=option][aria-setsize="${all}"]`).first().waitFor()
  await page.getByLabel('Search orders').focus()
  await page.evaluate(watchKeys)
  const taken: number[] = []
  for (const { key, listed } of keys) {
    await page.evaluate(
      (count) => (window as unknown as { keyWatch: KeyWatch }).keyWatch.expectListed(count),
      listed,
    )
    await page.keyboard.press(key)
    taken.push(await page.evaluate(() => (window as unknown as { keyWatch: KeyWatch }).keyWatch.painted))
  }
  return taken
}

/** Turns the wheel through the whole list, then jumps about in it, and looks at every frame. */
async function framesWithBlankRows(page: Page): Promise<{ frames: number; blank: number }> {
  const list = page.getByRole('listbox', { name: 'Orders' })
  await page.evaluate(() => {
    const watch = { frames: 0, blank: 0 }
    Object.assign(window, { watch })
    const scroller = document.querySelector('[role=listbox]') as HTMLElement
    let lastTop = scroller.scrollTop
    const checkFrame = () => {
      if (scroller.scrollTop !== lastTop) {
        lastTop = scroller.scrollTop
        const { top, bottom } = scroller.getBoundingClientRect()
        const rows = [...scroller.querySelectorAll('[role=option]')]
          .map((row) => row.getBoundingClientRect())
          .sort((a, b) => a.top - b.top)
        let covered = top
        for (const row of rows) if (row.top <= covered + 1) covered = Math.max(covered, row.bottom)
        watch.frames++
        if (covered < bottom - 1) watch.blank++
      }
      requestAnimationFrame(checkFrame)
    }
    requestAnimationFrame(checkFrame)
  })
  const box = await list.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 50, (box?.y ?? 0) + 100)
  for (let i = 0; i < 100; i++) await page.mouse.wheel(0, i % 10 === 9 ? 3_000 : 300)
  await list.evaluate(async (scroller) => {
    for (const share of [0, 0.9, 0.1, 0.75, 0.3, 1, 0.5]) {
      scroller.scrollTop = share * (scroller.scrollHeight - scroller.clientHeight)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
  })
  return page.evaluate(() => (window as unknown as { watch: { frames: number; blank: number } }).watch)
}

async function usedHeap(page: Page): Promise<{ peak: number; live: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const used = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  }
  const peak = await used()
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  return { peak, live: await used() }
}
