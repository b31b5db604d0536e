import { test as base, expect } from '@playwright/test'
import { demoInstantly } from '../../src/sandbox/instantly/demo.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import {
  addGoogleUser,
  addMicrosoftUser,
  atSandbox,
  password,
} from '../../src/sandbox/sign-in/testing/people.ts'

interface Fixtures {
  /** One of this test alone, with nobody else's faults. */
  sandbox: Sandbox
  instantly: (method: 'get' | 'post', path: string) => Promise<Record<string, string>>
}
const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
  sandbox: async ({}, use) => {
    const sandbox = createSandbox({ storePath: ':memory:', delayScale: 0 })
    await sandbox.listen(0)
    await use(sandbox)
    await sandbox.close()
  },
  instantly: async ({ sandbox, request }, use) =>
    use(async (method, path) => {
      const answer = await request[method](`${sandbox.origin}/instantly/api/v2${path}`, {
        headers: { authorization: `Bearer ${demoInstantly.apiKey}` },
      })
      return answer.json()
    }),
})

test('a browser signs in at Microsoft’s pages to the link that Instantly began', async ({
  page,
  sandbox,
  instantly,
}) => {
  const address = addMicrosoftUser(sandbox, 'jo')
  const { session_id: id, auth_url: link = '' } = await instantly('post', '/oauth/microsoft/init')
  const config = () => page.evaluate('globalThis.$Config.pgid')

  await page.goto(atSandbox(sandbox, link))
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
  expect(await instantly('get', `/oauth/session/status/${id}`)).toMatchObject({
    status: 'success',
    email: address,
  })
  expect(await instantly('get', `/accounts/${address}`)).toMatchObject({ status: 1 })
})

test('Google’s pages refuse a browser that is driven', async ({ page, sandbox, instantly }) => {
  const address = addGoogleUser(sandbox, 'jo')
  const { auth_url: link = '' } = await instantly('post', '/oauth/google/init')
  await page.goto(atSandbox(sandbox, link))
  await page.locator('#identifierId').fill(address)
  await page.locator('#identifierNext button').click()
  await expect(page).toHaveURL(/\/v3\/signin\/rejected$/)
})

test('a page that closes itself leaves nothing', async ({ page, sandbox, instantly }) => {
  const { auth_url: link = '' } = await instantly('post', '/oauth/microsoft/init')
  await page.goto(atSandbox(sandbox, link))
  sandbox.faults.add({ kind: 'closing_page' })
  await page.locator('input[name=loginfmt]').fill('jo@inboxyarddemo.onmicrosoft.com')
  await page.locator('#idSIButton9').click()
  await expect(page).toHaveURL('about:blank')
})
