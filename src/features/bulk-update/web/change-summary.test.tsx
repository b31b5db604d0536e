import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import {
  findInInstantly,
  instantlyFields,
  openInstantly,
  openInstantlySettings,
  openSmartleadSettings,
  press,
  whatWillChange,
} from '#tests/web/bulk-pages.ts'
import { network } from '#tests/web/network.ts'
import { previewSignature } from '../api/bulk-update.ts'

/** What the summary says of one update. */
const partOf = (label: string) => whatWillChange.getByRole('region', { name: `What “${label}” does` })
const place = (target: Locator) => target.element().getBoundingClientRect()

test('beside the steps stands what will change, from before the first search to the last entry', async () => {
  openInstantly()
  for (const text of [
    'ToolInstantly',
    'Signed in withNot signed in yet',
    'Accountada@example.test',
    'InboxesNone fetched yet',
    'Once your accounts are fetched, each change stands here before it is made.',
  ])
    await expect.element(whatWillChange).toMatchTextContent(text)
  await findInInstantly()
  await expect.element(whatWillChange).toMatchTextContent('Signed in withAPI key')
  await expect.element(whatWillChange).toMatchTextContent('Inboxes4 of 4 accounts chosen')
  await press('Untick all')
  await expect.element(whatWillChange).toMatchTextContent('No account is chosen, so nothing will change.')
  await press('Tick all')
  await press('This looks right')

  const settings = partOf('Update Account Settings')
  await page.getByLabelText('Daily limit').fill('37')
  await expect.element(settings).toMatchTextContent(/Daily limit.* → 37/)
  await expect
    .element(settings)
    .toMatchTextContent(/of 4 accounts would change, as far as Instantly shows it\./)
  await expect.element(settings).toMatchTextContent('Instantly allows 6,000 calls a minute')
  await page.getByRole('checkbox', { name: 'Leave as it is' }).nth(3).click()
  await expect.element(settings).toMatchTextContent('Daily limitleft as it is')
  await expect.element(settings).not.toMatchTextContent('→ 37')
  await page.getByLabelText('Sending gap (minutes)').fill('9999')
  await expect.element(settings).toMatchTextContent('Sending gap must be between 0 and 1440')
  await expect.element(settings).not.toMatchTextContent('Sending gap (minutes)left as it is')
  await expect.element(partOf('Enable Warmup')).toMatchTextContent(/Warm-up.* → on/)
  await expect.element(partOf('Update All Signatures')).toMatchTextContent('Nothing entered: left as it is.')

  // It stays in sight, and what was found for other entries is nobody's any more.
  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.element(whatWillChange).toBeInViewport()
  await page.getByRole('button', { name: /^Authentication/ }).click()
  await instantlyFields.domains.fill('first.example')
  await expect.element(whatWillChange).toMatchTextContent('InboxesNone fetched yet')
})

test('each of Smartlead’s four updates stands in the summary as it is entered', async () => {
  await openSmartleadSettings('API key')
  await expect.element(whatWillChange).toMatchTextContent('Signed in withAPI key')
  await expect.element(whatWillChange).toMatchTextContent('Inboxes4 of 4 accounts chosen')
  await expect.element(partOf('Update Tags')).toMatchTextContent('Nothing entered: left as it is.')
  await page.getByLabelText('Tags', { exact: true }).fill('autumn')
  await expect.element(partOf('Update Tags')).toMatchTextContent(/Tags.* → autumn/)
  await page.getByLabelText('Signature text').fill('Jane of Northwind')
  await expect.element(partOf('Update Signature')).toMatchTextContent('→ Jane of Northwind')
  network.answer(previewSignature, { html: '<p>Jane</p>', removed: ['<script>'] })
  await page.getByLabelText('Signature text').fill('<p>Jane</p><script>of nowhere</script>')
  await expect.element(partOf('Update Signature')).toMatchTextContent(/→ Jane(?! of)/)
  const warmup = partOf('Update Warmup Settings')
  await page.getByLabelText('Reply rate (%)').fill('41')
  await expect.element(warmup).toMatchTextContent(/Reply rate \(%\).* → 41/)
  const panel = page.getByRole('region', { name: 'Warmup Settings', exact: true })
  await panel.getByLabelText('Max emails per day').fill('47')
  await expect.element(warmup).toMatchTextContent(/Max emails per day.* → 47/)
  await page.getByRole('checkbox', { name: 'Ramp-up enabled' }).click()
  await expect.element(warmup).toMatchTextContent(/Ramp-up value.* → off/)
  const outbound = page.getByRole('region', { name: 'Outbound Settings', exact: true })
  await outbound.getByLabelText('Max emails per day').fill('43')
  await expect.element(partOf('Update Outbound Settings')).toMatchTextContent(/Max emails per day.* → 43/)
})

test('on a phone what will change stands above the button that starts it, and nowhere else', async () => {
  await page.viewport(360, 740)
  openInstantly()
  await expect.element(page.getByRole('button', { name: 'Fetch Accounts' })).toBeVisible()
  await expect.element(whatWillChange).not.toBeInTheDocument()
  await findInInstantly()
  await press('This looks right')
  await page.getByLabelText('Daily limit').fill('38')
  await expect.element(partOf('Update Account Settings')).toMatchTextContent(/Daily limit.* → 38/)
  const start = page.getByRole('button', { name: 'Update Account Settings' })
  expect(place(whatWillChange).bottom).toBeLessThanOrEqual(place(start).top)
})

test('a setting stands on one line with its value and what the inboxes have now, and stacks on a phone', async () => {
  await openInstantlySettings()
  const panel = page.getByRole('region', { name: 'Warmup Settings', exact: true })
  const input = page.getByLabelText('Warmup limit')
  const label = panel.getByText('Warmup limit', { exact: true }).first()
  const now = panel.getByText(/^Now: \d/).first()
  await expect.element(now).toBeVisible()
  expect(place(label).right).toBeLessThanOrEqual(place(input).left)
  expect(place(input).right).toBeLessThanOrEqual(place(now).left)
  expect(place(now).top).toBeLessThan(place(input).bottom)
  await page.viewport(360, 740)
  await expect.element(now).toBeVisible()
  expect(place(label).bottom).toBeLessThanOrEqual(place(input).top)
  expect(place(input).bottom).toBeLessThanOrEqual(place(now).top)
})
