import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { keepRecords, lookAtStanding, prepareOwnNames } from '#features/names/api/find-domains.ts'
import type { PreparedName } from '#features/names/rules/prepared-name.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { button, expectTold, holdClock, openOrder, openSection } from '#tests/web/open-order.ts'
import { expectNoOverflow } from '#tests/web/orders.ts'
import { queryClient } from '#ui/query-client.ts'
import { selectedDomains } from '../rules/order-draft.ts'

const states = page.getByRole('region', { name: 'Your domains now' })
const missing = page.getByRole('list', { name: 'Domains and what is still missing' })

async function openInstructions(answer: (domain: string, at: number) => PreparedName) {
  openOrder('/select-domains', { ...completeDraft('azure', 1, 'own'), confirmedDomains: [] })
  network.answer(prepareOwnNames, ({ body }) => ({ results: body.domains.map(answer) }))
  await openSection('DNS Pointing Instructions')
}
const [away, proof] = kept(prepareOwnNames, 'prepared-names').results as [PreparedName, PreparedName]

test('what is missing beside the four name servers is shown once they are confirmed, and keeps nobody back', async () => {
  await openInstructions((domain, at) => ({ ...(at === 0 ? away : proof), domain }))
  await expect.element(button('I have completed the instructions above')).toBeVisible()
  expect(network.sent(prepareOwnNames)).toEqual([])
  await button('I have completed the instructions above').click()
  await expect.element(states.getByText('0 of 2 domains point here')).toBeVisible()
  await expect.element(missing.getByText('Points elsewhere')).toBeVisible()
  for (const server of proof.add)
    await expect.element(missing.getByRole('button', { name: `Copy ${server}` })).toBeVisible()
  await expect.element(button('Continue to Domain Settings')).not.toHaveAttribute('aria-disabled')
  await expectNoOverflow()
})

test('domains are looked at again while their customer waits, until all point here', async () => {
  holdClock()
  let here = 0
  await openInstructions((domain, at) => ({ ...away, domain, ...(at < here && { state: 'here' }) }))
  await button('I have completed the instructions above').click()
  await expect.element(states.getByText('0 of 2 domains point here')).toBeVisible()
  here = 1
  await vi.advanceTimersByTimeAsync(30_000)
  await expect.element(states.getByText('1 of 2 domains point here')).toBeVisible()
  here = 2
  await button('Check all now').click()
  await expect.element(states.getByText('All domains point here')).toBeVisible()
  await expect.element(button('Check all now')).not.toBeInTheDocument()
})

const asked = page.getByRole('alertdialog', { name: 'Stop current email and websites?' })
const [standing] = kept(lookAtStanding, 'standing-records').results
const isAt = (domain: string, of: string) => domain.replace(standing?.domain ?? '', of)
/** What the first domain has in DNS; the others have nothing. */
const answerStanding = () =>
  network.answer(lookAtStanding, ({ body }) => ({
    results: body.domains.map((domain, at) => ({
      domain,
      isKnown: true,
      kept: [],
      records:
        at > 0
          ? []
          : (standing?.records ?? []).map((each) => ({
              ...each,
              name: isAt(each.name, domain),
              value: isAt(each.value, domain),
            })),
    })),
  }))

test('what stops at a domain is said with its records to copy, and asked once before it is confirmed', async () => {
  openOrder('/select-domains', { ...completeDraft('azure', 1, 'own'), confirmedDomains: [] })
  answerStanding()
  await openSection('DNS Pointing Instructions')
  const stops = 'entra0.com receives email at mail.entra0.com and has a website; both stop.'
  const current = page.getByRole('region', { name: 'Current DNS records' })
  await current.getByText(stops).click()
  await expect
    .element(current.getByRole('button', { name: 'Copy entra0.com MX 10 mail.entra0.com' }))
    .toBeVisible()
  await expect.element(current.getByRole('button', { name: 'Copy all records of entra0.com' })).toBeVisible()
  await expect.element(current.getByText(/entra1/)).not.toBeInTheDocument()
  await expectNoOverflow()

  await button('I have completed the instructions above').click()
  await expect.element(asked.getByText(stops)).toBeVisible()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(button('I have completed the instructions above')).toBeVisible()
  await button('I have completed the instructions above').click()
  await asked.getByRole('button', { name: 'Continue' }).click()
  await expect.element(button('Instructions Completed')).toBeVisible()
  await button('Instructions Completed').click()
  await expect.element(asked).not.toBeInTheDocument()
})

test('what does not stand in the way is kept by a press, other records by the line, and what cannot be is said', async () => {
  openOrder('/select-domains', { ...completeDraft('azure', 1, 'own'), confirmedDomains: [] })
  const [domain] = selectedDomains(completeDraft('azure', 1, 'own')).azure
  const records = [
    { name: `${domain}`, type: 'MX' as const, value: '1 smtp.google.com' },
    { name: `${domain}`, type: 'TXT' as const, value: 'google-site-verification=a1' },
  ]
  network.answer(lookAtStanding, ({ body }) => ({
    results: body.domains.map((each) => ({
      domain: each,
      isKnown: true,
      records: each === domain ? records : [],
      kept: [],
    })),
  }))
  network.answer(keepRecords, ({ body }) => ({ records: body.records.split('\n') }))
  await openSection('DNS Pointing Instructions')
  await page.getByText(`${domain} receives email at Google, which stops.`).click()
  const box = page.getByLabelText(`DNS records of ${domain} to keep, one per line`)
  const save = button('Save records')
  await button('Add 1 record from above').click()
  await expect.element(box).toHaveValue('@ TXT google-site-verification=a1')
  await box.fill('@ TXT google-site-verification=a1\n@ MX 10 mx.example.net')
  await save.click()
  await expect
    .element(
      page.getByText(
        `Line 2: Your inboxes or forwarding use MX records of ${domain}, so this one can’t be kept`,
      ),
    )
    .toBeVisible()
  expect(network.sent(keepRecords)).toEqual([])
  await box.fill('@ TXT google-site-verification=a1\nshop CNAME shops.example.net')
  await save.click()
  await expectTold(`We’ll keep 2 records of ${domain}`)
  await expect.element(box).toHaveValue('@ TXT google-site-verification=a1\nshop CNAME shops.example.net')
  expect(network.sent(keepRecords)).toMatchObject([{ body: { domain, before: '' } }])
  // Another tab has kept something else meanwhile.
  network.refuse(keepRecords, {
    status: 409,
    code: 'changed_meanwhile',
    message: 'These records were changed elsewhere meanwhile.',
    details: { records: ['eu A 192.0.2.2'] },
  })
  await box.fill('shop A 192.0.2.1')
  await save.click()
  await expect
    .element(page.getByText('Changed elsewhere. Kept now: eu A 192.0.2.2. Save again to replace that.'))
    .toBeVisible()
  await expect.element(box).toHaveValue('shop A 192.0.2.1')
  network.answer(keepRecords, ({ body }) => ({ records: body.records.split('\n') }))
  await save.click()
  await expect.element(box).toHaveAccessibleDescription(/^We’ll add them/)
  expect(network.sent(keepRecords).at(-1)).toMatchObject({ body: { before: 'eu A 192.0.2.2' } })
})

test('what was looked up stays known when a customer comes back to the page, and is not asked for again', async () => {
  openOrder('/select-domains', { ...completeDraft('azure', 1, 'own'), confirmedDomains: [] })
  answerStanding()
  await openSection('DNS Pointing Instructions')
  const current = page.getByRole('region', { name: 'Current DNS records' })
  await expect.element(current).toBeVisible()
  const looks = network.sent(lookAtStanding).length
  // As past the limit.
  network.answer(lookAtStanding, ({ body }) => ({
    results: body.domains.map((domain) => ({ domain, isKnown: false, records: [], kept: [] })),
  }))
  await queryClient.refetchQueries({ queryKey: ['standing-records'] })
  await expect.element(current).toBeVisible()
  expect(network.sent(lookAtStanding)).toHaveLength(looks)
})

test('a domain that is signed is to have DNSSEC turned off before its name servers are changed', async () => {
  openOrder('/select-domains', { ...completeDraft('azure', 1, 'own'), confirmedDomains: [] })
  network.answer(lookAtStanding, ({ body }) => ({
    results: body.domains.map((domain) => ({
      domain,
      isKnown: true,
      kept: [],
      records: [{ name: domain, type: 'DS' as const, value: '2371 13 2 1f987cc6' }],
    })),
  }))
  await openSection('DNS Pointing Instructions')
  await expect
    .element(page.getByText(/Remove the DS record of entra0\.com, entra1\.com at your registrar/))
    .toBeVisible()
  await button('I have completed the instructions above').click()
  await expect.element(button('Instructions Completed')).toBeVisible()
})

test('records that could not be looked up are said to be unknown, and keep nobody back', async () => {
  openOrder('/select-domains', { ...completeDraft('azure', 1, 'own'), confirmedDomains: [] })
  network.lose(lookAtStanding)
  await openSection('DNS Pointing Instructions')
  await expect
    .element(page.getByText(/couldn’t look up all current DNS records of entra0\.com, entra1\.com/))
    .toBeVisible()
  await button('I have completed the instructions above').click()
  await expect.element(button('Instructions Completed')).toBeVisible()
})

test('a check that fails says nothing, and the order continues', async () => {
  openOrder('/select-domains', completeDraft('azure', 1, 'own'))
  network.lose(prepareOwnNames)
  await openSection('DNS Pointing Instructions')
  await expect.element(button('Instructions Completed')).toBeVisible()
  await expect.element(states).not.toBeInTheDocument()
  await expect.element(button('Continue to Domain Settings')).not.toHaveAttribute('aria-disabled')
})
