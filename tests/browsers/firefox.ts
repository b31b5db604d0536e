import { launch } from 'puppeteer-core'
import { required } from '#base/text/required.ts'
import { onPath } from '../../scripts/lib/debian.mjs'
import type { Engine } from './engine.ts'

/** Firefox, by WebDriver BiDi. It ends with us. */
export async function openFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: required(onPath(['firefox-esr']), 'Firefox'),
    defaultViewport: { width: 1280, height: 800 },
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  })
  const page = await browser.newPage()
  const element = async (selector: string) => required(await page.$(selector), selector)
  return {
    goto: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    back: async () => void (await page.goBack({ waitUntil: 'domcontentloaded' })),
    run: (script) => page.evaluate(`(() => {${script}})()`),
    press: async (selector) => (await element(selector)).click(),
    type: async (selector, text) => (await element(selector)).type(text),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  }
}
