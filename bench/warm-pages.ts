import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { findWholeChromium } from '../scripts/lib/chromium.mjs'
import { type Figure, median } from './figures.ts'
import type { PlainProfile } from './plain-tab.ts'

const times = 5
/** The first visit brings the code, the second has the browser keep it compiled, the third is the first to profit. */
const before = 2
const slowDown = 4
/** A browser that has just opened a tab is busy with itself for so long. */
const settleMs = 1_500
const paintedAt = 'Page painted at '

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findWholeChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })

/** Pages of one side of the product, as they are told apart from ones that are still on their way. */
export interface Side {
  url: string
  /** "console" */
  name: string
  /** Selectors that each find something on a page that can be used. */
  there: readonly string[]
  /** JavaScript that runs before whatever an address brings. */
  begin?: string
}

/** A page by its address, in a browser that has its code: what people who come every day wait for. */
export async function measureOpening(
  profile: PlainProfile,
  side: Side,
  [what, path]: [what: string, path: string],
): Promise<Figure> {
  const taken: number[] = []
  for (let time = 0; time < before + times; time++)
    taken.push(await msToPage(profile, `${side.url}${path}`, side))
  const again = taken.slice(before)
  return {
    what: `${side.name}, ${what}: opened again with a processor ${slowDown}x slower`,
    measured: median(again) / 1000,
    unit: 's',
    target: { at: 'most', value: 1 },
    note: `slowest ${(Math.max(...again) / 1000).toFixed(2)} s, at first ${((taken[0] ?? 0) / 1000).toFixed(2)} s`,
  }
}

/** From the start of the navigation, in a new tab of the same browser. */
async function msToPage(profile: PlainProfile, address: string, side: Side): Promise<number> {
  const tab = await profile.newTab({ slowDown, beforePage: beforePage(side) })
  await sleep(settleMs)
  const [painted] = await Promise.all([tab.nextLine(paintedAt), tab.go(address)])
  const ms = Number(painted)
  await tab.close()
  return ms
}

/** From one page to the next by the menu, as people go most of the time: code and person are there. */
export async function measureMoves(
  profile: PlainProfile,
  side: Side,
  { from, home, inMenu }: { from: string; home: string; inMenu: Record<string, string> },
): Promise<Figure[]> {
  const tab = await profile.newTab({ slowDown, beforePage: beforePage(side) })
  const arrive = async (go: () => Promise<void>): Promise<number> => {
    const [painted] = await Promise.all([tab.nextLine(paintedAt), go()])
    return Number(painted)
  }
  const figures: Figure[] = []
  for (const [what, path] of Object.entries(inMenu)) {
    const taken: number[] = []
    for (let time = 0; time < times; time++) {
      await arrive(() => tab.go(`${side.url}${home}`))
      await sleep(settleMs)
      taken.push(await arrive(() => tab.call(pressLink, path)))
    }
    figures.push({
      what: `${side.name}, ${what}: from ${from} by the menu, processor ${slowDown}x slower`,
      measured: median(taken) / 1000,
      unit: 's',
      note: `slowest ${(Math.max(...taken) / 1000).toFixed(2)} s`,
    })
  }
  await tab.close()
  return figures
}

/** On the page: presses a link of the menu, and has it be said when that page was painted, counted from the press. */
function pressLink(path: string): void {
  const pressed = performance.now()
  document.querySelector<HTMLAnchorElement>(`nav a[href="${path}"]`)?.click()
  const look = () => {
    // The old page stands until the new one is drawn, and the menu with it.
    const current = document.querySelector('nav a[aria-current=page]')?.getAttribute('href')
    if (current === path) (window as unknown as Looked).sayWhenThere(pressed)
    else requestAnimationFrame(look)
  }
  look()
}

interface Looked {
  sayWhenThere(since: number): void
}

const beforePage = ({ there, begin = '' }: Side): string =>
  `${begin};(${sayWhenPainted})(${JSON.stringify(paintedAt)}, ${JSON.stringify(there)})`

/** On the page: says when a frame with what was asked for, and no outline of anything, was painted. */
function sayWhenPainted(said: string, there: readonly string[]): void {
  const isThere = () =>
    there.every((selector) => document.querySelector(selector) !== null) &&
    document.querySelector('[role=status][aria-label=Loading]') === null
  const sayWhenThere = (since: number) => {
    const checkFrame = () => {
      if (!isThere()) return void requestAnimationFrame(checkFrame)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => console.log(said + (performance.now() - since))
      requestAnimationFrame(() => port2.postMessage(undefined))
    }
    requestAnimationFrame(checkFrame)
  }
  Object.assign(window, { sayWhenThere })
  sayWhenThere(0)
}
