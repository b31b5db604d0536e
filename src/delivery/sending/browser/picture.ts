import type { Page } from 'playwright-core'

const largest = 300 * 1024
const timeout = 5_000

/** Nothing of what was typed is left to be seen, whatever kind of field it was typed into. */
const blankFields = `for (const field of document.querySelectorAll('input, textarea'))
  if (!['submit', 'button', 'reset', 'checkbox', 'radio', 'image'].includes(field.type)) field.value = ''`

/** Microsoft lets tenants choose a large background. */
const plain = '* { background-image: none !important } video, canvas { visibility: hidden !important }'

/** The page as it is, for the person who continues; none where the page is gone, or too busy, or too large. */
export async function takePicture(page: Page): Promise<Buffer | null> {
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
