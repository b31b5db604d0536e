import type { Cookie, Page } from '@playwright/test'
import { codeField, codeOf } from '../console/staff.ts'
import { freePlace, runProduct } from './start-product.ts'
import { expect, test } from './test.ts'

/** For tests of what is everybody's: the file's tests have an installation of their own. */
export function ownInstallation() {
  let own: Awaited<ReturnType<typeof runProduct>>
  let secret = ''
  let port = ''
  /** Of the owner's session: a code of the second factor counts once, so only the first test signs in with one. */
  let signedIn: Cookie[] = []
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    const place = await freePlace()
    port = place.PORT
    own = await runProduct({ ...process.env, ...place })
    await expect.poll(own.said, { timeout: 60_000 }).toMatch(/authenticator [A-Z2-7]+/)
    secret = /authenticator ([A-Z2-7]+)/.exec(own.said())?.[1] ?? ''
  })
  test.afterAll(() => own.stop())
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  test.use({ baseURL: async ({}, use) => use(`http://127.0.0.1:${port}`) })

  async function signInAs(page: Page, path: string, email: string): Promise<void> {
    await page.goto(path)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('Inboxyard.1')
    await page.getByLabel('Password').press('Enter')
  }
  return {
    signInAs,
    /** The demo's owner, in the console. */
    async signInAsOwner(page: Page): Promise<void> {
      if (signedIn.length > 0) {
        await page.context().addCookies(signedIn)
        await page.goto('/operator')
        return
      }
      await signInAs(page, '/operator/sign-in', 'staff@inboxyard.test')
      await codeField(page).fill(codeOf(secret))
      await codeField(page).press('Enter')
      await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible()
      signedIn = await page.context().cookies()
    },
  }
}
