import { test as base, expect } from '@playwright/test'
import { createSandbox, type Sandbox } from '#vendors/sandbox/sandbox.ts'
import {
  askInstantly,
  beginSession,
  sessionStatus,
} from '#vendors/sandbox/sign-in/testing/instantly-session.ts'
import { addGoogleUser, addMicrosoftUser, password } from '#vendors/sandbox/sign-in/testing/people.ts'

interface Fixtures {
  /** One of this test alone, with nobody else's faults. */
  sandbox: Sandbox
}
const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  sandbox: async ({}, use) => {
    const sandbox = createSandbox({ storePath: ':memory:', delayScale: 0 })
    await sandbox.listen(0)
    await use(sandbox)
    await sandbox.close()
  },
})

test('a browser signs in at Microsoft’s pages to the link that Instantly began', async ({
  page,
  sandbox,
}) => {
  const address = addMicrosoftUser(sandbox, 'jo')
  const { sessionId, link } = await beginSession(sandbox, 'microsoft')
  const config = () => page.evaluate('globalThis.$Config.pgid')

  await page.goto(link)
  expect(await config()).toBe('ConvergedSignIn')
  await page.locator('input[name=loginfmt]').fill(address)
  await page.locator('#idSIButton9').click()
  await page.locator('input[name=passwd]').fill('wrong')
  await page.locator('#idSIButton9').click()
  await expect(page.locator('#passwordError')).toBeVisible()
  expect(await page.evaluate('globalThis.$Config.sErrorCode')).toBe('50126')
  await page.locator('input[name=passwd]').fill(password)
  await page.locator('#idSIButton9').click()
  await expect(page.locator('#KmsiCheckboxField')).toBeVisible()
  await page.locator('#idBtn_Back').click()
  await page.locator('input[type=submit][value=Accept]').click()
  await expect(page.getByText(`${address} is connected`)).toBeVisible()
  expect(await sessionStatus(sandbox, sessionId)).toMatchObject({
    status: 'success',
    email: address,
  })
  expect(await askInstantly(sandbox, 'GET', `/accounts/${address}`)).toMatchObject({ status: 1 })
})

test('Google’s pages refuse a browser that is driven', async ({ page, sandbox }) => {
  const address = addGoogleUser(sandbox, 'jo')
  const { link } = await beginSession(sandbox, 'google')
  await page.goto(link)
  await page.locator('#identifierId').fill(address)
  await page.locator('#identifierNext button').click()
  await expect(page).toHaveURL(/\/v3\/signin\/rejected$/)
})

test('a page that closes itself leaves nothing', async ({ page, sandbox }) => {
  const { link } = await beginSession(sandbox, 'microsoft')
  await page.goto(link)
  sandbox.faults.add({ kind: 'closing_page' })
  await page.locator('input[name=loginfmt]').fill('jo@inboxyarddemo.onmicrosoft.com')
  await page.locator('#idSIButton9').click()
  await expect(page).toHaveURL('about:blank')
})
