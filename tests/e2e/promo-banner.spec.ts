import { expectAccessible } from './product/expect-accessible.ts'
import { expectDrawn } from './product/expect-drawn.ts'
import { expect, test } from './product/test.ts'

test.beforeEach(async ({ page, signIn }) => {
  await page.clock.install()
  await signIn()
})

test('stands above the top bar, leaves when closed and is back after an hour', async ({ page }) => {
  await page.goto('/dashboard')
  const banner = page.getByRole('complementary', { name: 'Promotion' })
  const topBar = page.getByRole('banner')
  await expect(banner).toContainText('60% off')
  expect(await banner.boundingBox()).toMatchObject({ y: 0, height: 36 })
  expect(await topBar.boundingBox()).toMatchObject({ y: 36 })

  await banner.getByRole('button', { name: 'Hide this promotion' }).click()
  await expect(banner).toBeHidden()
  expect(await topBar.boundingBox()).toMatchObject({ y: 0 })
  await page.reload()
  await expect(topBar).toBeVisible()
  await expect(banner).toBeHidden()

  await page.clock.runFor('58:00')
  await expect(banner).toBeHidden()
  await page.clock.runFor('03:00')
  await expect(banner).toBeVisible()
})

test('a new version is shown to those who closed an older one', async ({ page }) => {
  await page.goto('/dashboard')
  const banner = page.getByRole('complementary', { name: 'Promotion' })
  await banner.getByRole('button', { name: 'Hide this promotion' }).click()
  await expect(banner).toBeHidden()
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch()
    const config = await answer.json()
    await route.fulfill({ json: { ...config, banner: { text: 'Something newer', version: 'newer' } } })
  })
  await page.reload()
  await expect(banner).toContainText('Something newer')
})

test('signing in shows it again', async ({ page, customer }) => {
  await page.goto('/dashboard')
  const banner = page.getByRole('complementary', { name: 'Promotion' })
  await banner.getByRole('button', { name: 'Hide this promotion' }).click()
  await page.context().clearCookies()
  await page.goto('/signin')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password').fill(customer.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(banner).toBeVisible()
})

test('without a promotion there is no banner and no room for one', async ({ page }) => {
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), banner: null } })
  })
  await page.goto('/dashboard')
  await expectDrawn(page)
  expect(await page.getByRole('banner').boundingBox()).toMatchObject({ y: 0 })
  await expect(page.getByRole('complementary', { name: 'Promotion' })).toBeHidden()
})

test('on a phone the code is readable whole before the line is unfolded', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const code = 'FIRSTMONTH60PERCENT'
  const text = `60% off Entra orders for the first month with the code ${code}, until the end of the month`
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch()
    const config = await answer.json()
    await route.fulfill({ json: { ...config, banner: { text, version: 'coded', code } } })
  })
  await page.goto('/dashboard')
  const banner = page.getByRole('complementary', { name: 'Promotion' })
  const line = banner.locator('summary')
  await expect(line).toHaveText(text)
  expect(await banner.boundingBox()).toMatchObject({ height: 36 })
  const reach = await line.getByText(code, { exact: true }).evaluate((element) => {
    const [inner, outer] = [
      element.getBoundingClientRect(),
      element.closest('summary')?.getBoundingClientRect(),
    ]
    return {
      isCut: element.scrollWidth > Math.ceil(element.getBoundingClientRect().width),
      left: inner.left - (outer?.left ?? 0),
      right: (outer?.right ?? 0) - inner.right,
    }
  })
  expect(reach.isCut).toBe(false)
  expect(Math.min(reach.left, reach.right)).toBeGreaterThanOrEqual(0)
  await line.click()
  await expect.poll(async () => (await banner.boundingBox())?.height).toBeGreaterThan(36)
  await expect(line).toHaveText(text)
})

test('is one line on a phone, which unfolds to the rest', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const text = `60% off Entra orders for the first month with the code FIRST60, and ${'60% off domains '.repeat(8)}`
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch()
    const config = await answer.json()
    await route.fulfill({ json: { ...config, banner: { text, version: 'long' } } })
  })
  await page.goto('/dashboard')
  const banner = page.getByRole('complementary', { name: 'Promotion' })
  const line = banner.locator('summary')
  const isCut = () => line.evaluate((each) => each.scrollWidth > each.clientWidth)
  await expect(line).toContainText('60% off Entra')
  expect(await banner.boundingBox()).toMatchObject({ y: 0, height: 36 })
  expect(await isCut()).toBe(true)
  await line.click()
  await expect.poll(isCut).toBe(false)
  expect((await banner.boundingBox())?.height).toBeGreaterThan(60)
  expect(await page.getByRole('banner').boundingBox()).toMatchObject({ y: 36 })
  await expectAccessible(page)
  await line.press('Enter')
  await expect.poll(async () => (await banner.boundingBox())?.height).toBe(36)
})
