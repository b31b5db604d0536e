import { pino } from 'pino'
import { expect, test } from 'vitest'
import { domainHealth } from '#base/db/schema/index.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { readReserve } from '#features/reserve/api/reserve.ts'
import { keptMoment } from '#tests/rules/kept-moment.ts'
import { keepAnswer } from '#tests/server/keep-answer.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { setListed } from '#vendors/dns/simulator/blocklists.ts'
import { domainsHealth, domainsStrips, oneDomainsHealth } from '../api/health.ts'
import { actOnDecisions } from './acts/act-on-decisions.ts'
import { lookAtDue } from './looks/look-round.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const day = 86_400_000

test('a listed domain and a well one are what the pages of health show', async () => {
  const ada = await world.customer()
  const names = ['burnt-yard.com', 'well-yard.com']
  const order = await createPaidOrder(deps, {
    customerId: ada.id,
    mailboxesPerDomain: 1,
    names: { azure: names },
  })
  for (const name of names) await reconcileUntilDone(world, name)
  const look = async (at: number) => {
    await deps.db.update(domainHealth).set({ dueAt: new Date(0) })
    await lookAtDue({ ...deps, log: pino({ level: 'silent' }) }, { clock: () => at })
  }
  const begin = Date.now() - 3 * day
  await look(begin)
  setListed(sandbox.world, 'dbl', 'burnt-yard.com', '127.0.1.4')
  await look(begin + day)
  await look(begin + 2 * day)
  await actOnDecisions(deps)

  const { body: overview } = await ada.get(domainsHealth.path)
  const { domains } = await keepAnswer(domainsHealth, 'health-overview', overview, {
    [begin]: String(keptMoment - 3 * day),
    [begin + 2 * day]: String(keptMoment - day),
  })
  expect(domains.domains).toEqual(names)
  const ids = order.domains.map(({ id }) => id)
  const { body: strips } = await ada.get(`${domainsStrips.path}?ids=${ids.join(',')}`)
  await keepAnswer(domainsStrips, 'health-strips', strips)
  const { body: burnt } = await ada.get(`/api/domain-health/${ids[0]}`)
  const { act } = await keepAnswer(oneDomainsHealth, 'health-domain', burnt)
  expect(act).toMatchObject({ state: 'suggested', may: { rest: true, dismiss: true, return: false } })
  await keepAnswer(readReserve, 'reserve-empty', (await ada.get(readReserve.path)).body)
})
