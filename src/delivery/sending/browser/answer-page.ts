import type { Page } from 'playwright-core'
import type { KnownPage } from './identify-page.ts'

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
export async function answerPage(page: Page, known: KnownPage, typed: Typed): Promise<boolean> {
  try {
    await answers[known](page, typed)
    return true
  } catch {
    return false
  }
}
