// Takes the README's pictures from a running product with its demo accounts:
//   npm start, a minute later: node_modules/.bin/node docs/images/take.mjs http://localhost:3000
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from '../../scripts/lib/chromium.mjs'

const address = process.argv[2] ?? 'http://localhost:3000'
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({
  viewport: { width: 1280, height: 800 },
  colorScheme: 'light',
  // Nothing is caught while it fades in.
  reducedMotion: 'reduce',
})
const take = (name) =>
  page.screenshot({ path: join(import.meta.dirname, `${name}.png`), animations: 'disabled' })

await page.goto(`${address}/signin`)
await page.locator('figure blockquote').waitFor()
await page.evaluate(() => document.fonts.ready)
await take('sign-in')

await page.getByLabel('Email').fill('demo@inboxyard.test')
await page.getByLabel('Password', { exact: true }).fill('Inboxyard.1')
await page.getByRole('button', { name: 'Sign in' }).click()
await page.getByText('Login successful').waitFor({ state: 'visible' })
await page.getByText('Login successful').waitFor({ state: 'hidden' })
// The order that is half set up, with its progress.
await page.getByRole('option', { name: /ferncastlepartners/ }).click()
await page
  .getByText(/ of \d+ inboxes/)
  .last()
  .waitFor()
await take('dashboard')
await browser.close()
