import { expect, test } from '#tests/e2e/product/test.ts'
import { type PlanId, planIds, plans, platformContents, platforms, platformsOf } from '../rules/catalog.ts'

/** Words of the plans and platforms that someone who sells only this plan does not have. */
const wordsNotSold = (sold: PlanId): string[] => [
  ...planIds.filter((plan) => plan !== sold).flatMap((plan) => [plans[plan].name, plans[plan].labelSuffix]),
  ...platforms
    .filter((platform) => !platformsOf(sold).includes(platform))
    .flatMap((platform) => [platformContents[platform].name, platformContents[platform].fullName]),
]

for (const plan of planIds)
  test(`where only ${plan} is sold, no page speaks of what is not`, async ({ page, signIn }) => {
    const sold = [plans[plan].name, ...platformsOf(plan).map((platform) => platformContents[platform].name)]
    const absent = [...new Set(wordsNotSold(plan))].filter((word) => !sold.includes(word))
    await page.route('**/api/config', async (route) => {
      const answer = await route.fetch()
      // The promotion is the operator's own sentence; the sandbox's is tried with the configuration.
      const json = { ...(await answer.json()), plansEnabled: [plan], banner: undefined }
      await route.fulfill({ response: answer, json })
    })
    const expectSilence = async (where: string) => {
      const text = await page.locator('body').innerText()
      expect(text.length, where).toBeGreaterThan(100)
      for (const word of absent) expect(text, `${word} at ${where}`).not.toMatch(new RegExp(`\\b${word}\\b`))
    }
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible()
    await expectSilence('sign-in')
    await signIn()
    await page.goto('/dashboard')
    await expect(page.getByText('Purchase your first inboxes in minutes')).toBeVisible()
    await expectSilence('dashboard')
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectSilence('palette')
    for (const path of ['/instantly-bulk-update', '/smartlead-bulk-update'] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading').nth(1)).toBeVisible()
      await expectSilence(path)
    }
    await page.goto('/choose-plan')
    const choose = page.getByRole('button', { name: /Choose|Select/ })
    await expect(choose.first()).toBeVisible()
    await expectSilence('/choose-plan')
    await choose.first().click()
    await expect(page).toHaveURL('/select-domains')
    await expect(page.getByRole('heading', { name: 'Domain Option' })).toBeVisible()
    await expectSilence('/select-domains')
  })
