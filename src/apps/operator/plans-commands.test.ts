import { expect, test } from 'vitest'
import { firstPriceList } from '#features/plans/rules/price-list.ts'
import { savePrices } from '#features/plans/server/save-prices.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const { deps, customer } = await createTestApp()
const operator = (...args: string[]) => runCommand(commands, args, async () => deps)
const asked = async (...args: string[]) => JSON.parse((await operator(...args, '--json')).out)

test('the price list is shown, listed and brought back on the command line', async () => {
  expect((await operator('plans', 'show')).out).toMatch(/^Version 1, as the product ships with it:\n/)
  const { now } = deps.prices
  const list = { ...now, plans: { ...now.plans, azure: { ...now.plans.azure, cents: 60_00 } } }
  await savePrices(deps, { basedOn: 1, list }, { id: null, name: 'Ada Byron' })
  expect((await operator('plans', 'show')).out).toMatch(/^Version 2:\n.*\nEntra +\$60\.00 +yes$/m)
  expect((await operator('plans', 'list')).out).toMatch(/Ada Byron +Entra: \$50\.00 → \$60\.00/)
  expect((await operator('plans', 'restore', '--version', '1')).out).toBe(
    'Version 1 is back, as version 3: Entra: $60.00 → $50.00.',
  )
  expect(await asked('plans', 'show')).toEqual({ version: 3, list: firstPriceList })
  expect(await asked('plans', 'list')).toMatchObject([{ version: 3, restored: 1 }, { version: 2 }])
})

test('a plan is renamed on the command line, and called as before without a name', async () => {
  const rename = (...name: string[]) => operator('plans', 'rename', '--plan', 'google_solo', ...name)
  expect((await rename('--name', 'Lone')).out).toMatch(/^Version \d+: Google: called Lone\.$/)
  expect((await operator('plans', 'show')).out).toMatch(/^Lone +\$50\.00/m)
  expect((await rename('--name', 'Lone')).err).toContain('Nothing is different')
  expect((await rename('--name', 'premium')).err).toContain('--name: Another plan is called so.')
  expect((await rename()).out).toMatch(/: Lone: called Google again\.$/)
  expect((await operator('plans', 'rename', '--plan', 'gold')).err).toContain('--plan must be one of azure')
})

test('a version that is none is refused with what to type', async () => {
  const wrong = await operator('plans', 'restore', '--version', 'old')
  expect(wrong).toMatchObject({ exitCode: 1, err: expect.stringContaining('plans list') })
  expect((await operator('plans', 'restore', '--version', '7')).err).toContain('There is no version 7')
})

test('a customer is given a price of their own, and the list’s again', async () => {
  const { email } = await customer()
  const set = (dollars: string, plan = 'google_solo') =>
    operator('customer', 'prices', 'set', '--email', email, '--plan', plan, '--dollars', dollars)
  expect((await set('42.50')).out).toBe(
    'New orders of Google cost this customer $42.50 each. What runs keeps its price.',
  )
  expect((await operator('customer', 'prices', '--email', email)).out).toMatch(
    /^Google +\$50\.00 +\$42\.50$/m,
  )
  expect(await asked('customer', 'prices', '--email', email)).toMatchObject({
    prices: [{ ownCents: null }, { plan: 'google', listCents: 50_00, ownCents: 42_50 }, { ownCents: null }],
    history: [{ plan: 'google', cents: 42_50, by: 'command line' }],
  })
  const from = ['--from', '2020-01-01']
  const early = await operator(
    'customer',
    'prices',
    'set',
    '--email',
    email,
    '--plan',
    'azure',
    '--dollars',
    '9',
    ...from,
  )
  expect(early.err).toContain('--from: Enter a day that is to come')
  expect((await set('none')).out).toContain('the list’s price again')
  expect(await set('none')).toMatchObject({ exitCode: 1, err: expect.stringContaining('has no own price') })
  expect((await set('0.5')).err).toContain('A price is between $1.00 and $100,000.00')
  expect((await set('10', 'gold')).err).toContain('--plan must be one of azure, google, premium')
})
