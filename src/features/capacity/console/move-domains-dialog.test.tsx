import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { moveConsoleDomains, planDomainMove } from '#features/domains/api/console-domains.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { draw } from '#tests/web/open-page.tsx'
import { consoleCapacity } from '../api/console-capacity.ts'
import MoveDomainsDialog from './move-domains-dialog.tsx'

const [from, other] = kept(consoleCapacity, 'console-capacity').accounts
if (!from || !other) throw new Error('No accounts are kept.')
const accounts = [
  from,
  { ...from, id: 'acc_small', label: 'small' },
  { ...from, id: 'acc_large', label: 'large' },
  { ...from, id: 'acc_full', label: 'drained', state: 'draining' as const },
  other,
]
const ids = Array.from({ length: 98 }, (_, at) => `dom_${at}`)
const why = { stands: 'Something of it stands at its host already.', full: 'small has no room for it.' }
const names = (count: number) => Array.from({ length: Math.min(count, 5) }, (_, at) => `name${at}.com`)

/** Of 98 domains 60 stand; of the others 30 fit into the small account, and all into the large one. */
async function open(movable = 38): Promise<{ begun: string[] }> {
  network.answer(consoleCapacity, { accounts })
  network.answer(planDomainMove, ({ body }) => {
    const fit = body.account === 'acc_small' ? Math.min(30, movable) : movable
    const stay = [
      { why: why.stands, domains: 98 - movable, first: names(98 - movable) },
      { why: why.full, domains: movable - fit, first: names(movable - fit) },
    ]
    return { ids: ids.slice(0, fit), stay: stay.filter(({ domains }) => domains > 0) }
  })
  network.answer(moveConsoleDomains, { moveId: 'mov_1' })
  const begun: string[] = []
  draw(
    <MoveDomainsDialog
      ids={ids}
      from={from as NonNullable<typeof from>}
      onClose={() => {}}
      onBegun={(id) => begun.push(id)}
    />,
  )
  await expect.element(page.getByText(/can move\.$/)).toBeVisible()
  return { begun }
}
const stays = page.getByRole('list', { name: 'What stays' }).getByRole('listitem')

test('a move says first how many can, how many fit and why the others stay, and moves only those that can', async () => {
  const { begun } = await open()
  await expect.element(page.getByText('30 of 98 can move.')).toBeVisible()
  await expect.element(stays.first()).toMatchTextContent(`60 stay. ${why.stands}`)
  await expect.element(stays.first()).toMatchTextContent(/name0\.com.* \+ 55$/)
  await expect.element(stays.nth(1)).toMatchTextContent(`8 stay. ${why.full}`)
  await page.getByLabelText('To').selectOptions('large (room for 50,000 domains)')
  await expect.element(page.getByText('38 of 98 can move.')).toBeVisible()
  await page.getByRole('button', { name: 'Move 38 domains' }).click()
  await expect
    .poll(() => network.sent(moveConsoleDomains).map(({ body }) => body))
    .toEqual([{ ids: ids.slice(0, 38), account: 'acc_large' }])
  await expect.poll(() => begun).toEqual(['mov_1'])
})

test('where none can move nothing is asked and nothing is sent', async () => {
  await open(0)
  await expect.element(page.getByText('0 of 98 can move.')).toBeVisible()
  const move = page.getByRole('button', { name: 'Move', exact: true })
  await expect.element(move).toBeDisabled()
  await expect.element(move).toHaveAccessibleDescription('None of these domains can move there.')
  expect(page.getByText(/^This touches/).elements()).toEqual([])
})
