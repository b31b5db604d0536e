import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hour } from '../looks/testing/look-world.ts'
import { watchedDomains } from './testing/watched-domains.ts'

const { deps, first, second, control, lookAfter, healthOf, forgetWarmUp } = await watchedDomains({
  tool: 'instantly',
  names: { azure: ['answeredyard.com', 'answeredyardhq.com'], google: [] },
  mailboxesPerDomain: 4,
})
await forgetWarmUp()

/** What each of the four mailboxes does every day. */
const everyDay = (domain: { name: string }, answers: { replied: number; automatic?: number }) =>
  control('/_instantly/counts', {
    ...{ domain: domain.name, sent: 10, bounced: 0, warmupSent: 5, landed: 5 },
    ...answers,
  })

test('answers say nothing while there is no other domain of the same customer to compare with', async () => {
  await everyDay(first, { replied: 0 })
  await everyDay(second, { replied: 1 })
  expect((await lookAfter(0)).of('replies')).toMatchObject({
    verdict: 'unknown',
    evidence: '0 sent by comparable domains, too few to judge: 270 are needed.',
  })
})

test('a domain that fewer answer than a quarter of those beside it is on watch for it and no worse', async () => {
  const silent = await lookAfter(6 * hour)
  expect(silent.of('replies')).toMatchObject({
    ...{ verdict: 'bad', points: 20, unit: 'domain', source: 'instantly' },
    evidence: '0 of 560 (0.0 %) were answered in 14 days; comparable domains 56 of 560 (10.0 %).',
  })
  expect(silent.of('replies')).not.toHaveProperty('gate')
  expect((await healthOf(second)).of('replies')).toMatchObject({ verdict: 'ok' })
  expect((await lookAfter(12 * hour)).state).toBe('watch')
})

test('what answers by itself is no answer, and what people answer is', async () => {
  await everyDay(first, { replied: 0, automatic: 2 })
  expect((await lookAfter(18 * hour)).of('replies')).toMatchObject({ verdict: 'bad' })
  await everyDay(first, { replied: 1, automatic: 2 })
  expect((await lookAfter(24 * hour)).of('replies')).toMatchObject({ verdict: 'ok' })
})

test('those at another host, and what was counted long ago, are compared with nothing', async () => {
  await deps.db.execute(sql`update domains set platform = 'google' where name = ${second.name}`)
  expect((await lookAfter(30 * hour)).of('replies')).toMatchObject({ verdict: 'ok' })
  const { notes } = await healthOf(first)
  expect(notes.answers).toMatchObject({ sent: 560, replied: 56 })
  // It is not known any more, and what was said before grows old.
  const { signals } = await healthOf(first)
  expect(signals.find(({ code }) => code === 'replies')?.observedAt).toBeLessThan(
    signals.find(({ code }) => code === 'bounces')?.observedAt ?? 0,
  )
})
