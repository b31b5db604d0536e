import { eq, like, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { alertWatches, domainHealth, domains, failedDeliveries, outbox } from '#base/db/schema/index.ts'
import { isStoppedByHost } from '#delivery/provisioning/placement.ts'
import { accountAlarms, alarmsOfAccount } from '#features/capacity/server/hosts/account-alarms.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { watchedDomains } from '../signals/testing/watched-domains.ts'
import { readMessageTraces } from './read-message-traces.ts'

const { deps, sandbox, begin, first, second, control, lookAfter, healthOf, forgetWarmUp } =
  await watchedDomains({
    tool: 'instantly',
    names: { azure: ['tracedyard.com', 'quietyard.com'], google: [] },
    mailboxesPerDomain: 3,
  })
await forgetWarmUp()
await control('/_instantly/counts', { domain: first.name, sent: 5, bounced: 0, warmupSent: 5, landed: 5 })

const { db } = deps
// What was sent before a domain was its holder's is nobody's, and on a quick machine all of this takes less than a second.
await db.update(domains).set({ createdAt: sql`${domains.createdAt} - interval '1 hour'` })
const { tenantId } = demoMicrosoftTenant
const minute = 60_000
const asking = { ...deps, log: pino({ level: 'silent' }) }
const gmail = 'gmail-smtp-in.l.google.com'
const microsoft = (name: string) => `${name.replaceAll('.', '-')}.mail.protection.outlook.com`

// Microsoft tells times in whole seconds, so what was sent in this one is not asked for yet.
const refuse = (to: string[], more: object = {}) =>
  control('/_microsoft/trace', { from: `jo@${first.name}`, to, agoMs: 1_000, ...more })
/** Asks as if the tenant's turn had come. */
async function ask() {
  await db.update(alertWatches).set({ askedAt: new Date(0) })
  await readMessageTraces(asking)
}
const seen = async () => {
  const health = await lookAfter(Date.now() - begin)
  return { ...health, trace: health.signals.find(({ source }) => source === 'trace') }
}
const calls = (what: string) => sandbox.requests().filter(({ path }) => path.includes(what)).length
const watch = async () => {
  const [row] = await db.select().from(alertWatches)
  if (!row) throw new Error('It was asked.')
  return row
}
const ofAccount = async () => (await alarmsOfAccount(db, (await watch()).accountId)).map(({ what }) => what)
const rows = () =>
  db
    .select()
    .from(failedDeliveries)
    .where(eq(failedDeliveries.domainId, first.id))
    .orderBy(failedDeliveries.receiver)

test('a tenant whose trace nobody has allowed us to read is not known, and never called well', async () => {
  await control('/_microsoft/trace/access', { tenantId, service: 'off' })
  await refuse(['ada@gmail.com'])
  await ask()
  const { trace, ...health } = await seen()
  expect(trace).toMatchObject({
    code: 'ban',
    verdict: 'unwatched',
    points: 0,
    evidence: expect.stringContaining('not known, because nobody has allowed us'),
  })
  expect(health.state).toBe('healthy')
  expect(await rows()).toEqual([])
  const told = [
    expect.stringMatching(
      /^What single receivers refuse of the tenant .* is not known, because nobody has allowed us/,
    ),
  ]
  expect(await ofAccount()).toEqual(told)
  // Who has not asked for it is not called for it, be it that nothing can be asked at all.
  expect(await accountAlarms(db)).toEqual([])
  await db.update(alertWatches).set({ problem: 'timed out' })
  expect(await accountAlarms(db)).toEqual([])
  const { unheardSince } = await watch()
  await ask()
  expect((await watch()).unheardSince).toEqual(unheardSince)
})

test('what failed for the recipient’s sake is read, kept without the recipient, and speaks against nobody', async () => {
  await control('/_microsoft/trace/access', { tenantId, service: 'on' })
  await ask()
  expect(await ofAccount()).toEqual([])
  const [row] = await rows()
  expect(row).toMatchObject({ receiver: 'gmail.com', code: '5.1.1', readAt: expect.any(Date) })
  expect(JSON.stringify(row)).not.toContain('ada')
  expect((await seen()).trace).toMatchObject({
    verdict: 'ok',
    evidence: '1 delivery failed in 24 hours, none for a reason that is known to lie with the sender.',
  })
  const other = (await healthOf(second)).signals.find(({ source }) => source === 'trace')
  expect(other).toMatchObject({ verdict: 'ok', evidence: 'No delivery of its mail failed in 24 hours.' })
})

test('a tenant is asked once for all of its domains, by one list, and of no delivery twice', async () => {
  const before = [calls('messageTraces'), calls('getDetailsByRecipient')]
  await ask()
  expect([calls('messageTraces'), calls('getDetailsByRecipient')]).toEqual([(before[0] ?? 0) + 1, before[1]])
  expect(await readMessageTraces(asking)).toBe(0)
  expect(await rows()).toHaveLength(1)
})

test('one receiver that refuses the sender is a hint, several are told by name, and the domain is looked at at once', async () => {
  const unauthenticated = { words: '550-5.7.26 Your email has been blocked', server: gmail }
  await refuse(['bob@gmail.com'], unauthenticated)
  await ask()
  const [due] = await db.select().from(domainHealth).where(eq(domainHealth.domainId, first.id))
  expect(due?.dueAt).toEqual(new Date(0))
  const hint = await seen()
  expect(hint.trace).toMatchObject({ verdict: 'warn', unit: 'domain', points: 10 })
  await refuse(['cy@gmail.com', 'di@workspace.example'], unauthenticated)
  await ask()
  const sure = await seen()
  expect(sure.trace).toMatchObject({
    verdict: 'bad',
    gate: 'repair',
    evidence:
      '5.7.26: Gmail misses authentication (2 receivers in 24 hours: gmail.com 2, workspace.example 1).',
    observedAt: expect.any(Number),
  })
  expect(JSON.stringify(sure.signals)).not.toMatch(/bob|cy@|di@/)
})

test('what a stranger’s server writes with another’s code is not described', async () => {
  await refuse(['x@one.rival.example', 'x@two.rival.example', 'x@three.rival.example'], {
    words: '550 5.7.800 Banned sender};{MSG=};{FQDN=};{IP=};{LRT=}]',
    server: 'mx.rival.example',
  })
  await ask()
  const ofRival = (await rows()).filter(({ receiver }) => receiver.endsWith('rival.example'))
  expect(ofRival).toHaveLength(3)
  for (const { code, readAt } of ofRival) expect([code, readAt]).toEqual([null, expect.any(Date)])
  expect((await seen()).trace).toMatchObject({ gate: 'repair' })
})

test('a ban by Microsoft at two receivers asks for another domain', async () => {
  for (const name of ['contoso.com', 'fabrikam.com'])
    await refuse([`ada@${name}`], { words: '550 5.7.800 Banned sender', server: microsoft(name) })
  await ask()
  const banned = await seen()
  expect(banned.trace).toMatchObject({ verdict: 'bad', gate: 'replace', points: 60 })
  expect(banned).toMatchObject({ state: 'replace', cause: 'ban' })
})

test('a tenant that has no request left keeps what was read, and says so on its page at once and on Home after a day', async () => {
  const before = await rows()
  const { heardAt } = await watch()
  await refuse(['late@gmail.com'])
  sandbox.faults.add({ vendor: 'microsoft', kind: '429', path: 'messageTraces', retryAfter: 1, times: 1 })
  await ask()
  expect(await rows()).toEqual(before)
  expect(await watch()).toMatchObject({
    problem: 'too many requests',
    heardAt,
    unheardSince: expect.any(Date),
  })
  expect(await ofAccount()).toEqual([expect.stringContaining('cannot be read: too many requests')])
  expect(await accountAlarms(db)).toEqual([])
  await db.update(alertWatches).set({ heardAt: new Date(Date.now() - 25 * 60 * minute) })
  expect(await accountAlarms(db)).toHaveLength(1)
})

test('while some are not read yet nothing is called well, and a round takes no more than its part', async () => {
  await db.delete(failedDeliveries)
  await refuse(
    Array.from({ length: 12 }, (_, n) => `n${n}@many.example`),
    { from: `jo@${second.name}` },
  )
  const ofSecond = async () => {
    await seen()
    return (await healthOf(second)).signals.find(({ source }) => source === 'trace')
  }
  const readOfSecond = () =>
    db.$count(failedDeliveries, sql`domain_id = ${second.id} and read_at is not null`)
  const before = await ofSecond()
  await ask()
  expect(await readOfSecond()).toBe(8)
  expect(await ofSecond()).toEqual(before)
  await ask()
  expect(await readOfSecond()).toBe(12)
  expect(await ofSecond()).toMatchObject({
    verdict: 'ok',
    evidence: '12 deliveries failed in 24 hours, none for a reason that is known to lie with the sender.',
  })
})

test('what the host does not say is asked again after everything else, and is not described in the end', async () => {
  await refuse(['mute@silent.example'], { isUnfinished: true })
  await ask()
  const mute = async () => (await rows()).find(({ receiver }) => receiver === 'silent.example')
  expect(await mute()).toMatchObject({ readAt: null, tries: 1 })
  await ask()
  expect(await mute()).toMatchObject({ readAt: null, tries: 2 })
  for (let round = 0; round < 6; round++) await ask()
  expect(await mute()).toMatchObject({ readAt: expect.any(Date), code: null, tries: 8 })
})

test('one whose answer never comes hides no other, and a refusal of the recipient brings no look forward', async () => {
  await seen()
  sandbox.faults.add({ vendor: 'microsoft', kind: '500', path: 'away.example', times: 20 })
  await refuse(['first@away.example'])
  await refuse(['second@there.example'])
  await ask()
  const of = Object.fromEntries(
    (await rows()).map(({ receiver, readAt, tries }) => [receiver, [readAt, tries]]),
  )
  expect(of).toMatchObject({ 'away.example': [null, 1], 'there.example': [expect.any(Date), 0] })
  const [health] = await db.select().from(domainHealth).where(eq(domainHealth.domainId, first.id))
  expect(health?.dueAt).not.toEqual(new Date(0))
})

test('mail that comes to a domain of the tenant is not taken for what another domain of it sent', async () => {
  await refuse([`spoofed@${second.name}`], { words: '550 5.7.509 Access denied' })
  await ask()
  expect((await rows()).some(({ receiver }) => receiver === second.name)).toBe(false)
})

const isStopped = async () => {
  const { accountId } = await watch()
  const { rows: found } = await db.execute<{ is: boolean }>(
    sql`select ${isStoppedByHost(sql`${accountId}::text`)} as is`,
  )
  return found[0]?.is
}
const toldOfStops = async () => {
  const { accountId } = await watch()
  const told = await db
    .select({ key: outbox.dedupeKey, text: outbox.body })
    .from(outbox)
    .where(like(outbox.dedupeKey, `alert:held-back:${accountId}:%`))
    .orderBy(outbox.dedupeKey)
  return told.map(({ key, text }) => [key?.split(':')[3], text])
}
const aDayGoesBy = () => db.update(alertWatches).set({ refusedAt: sql`refused_at - interval '25 hours'` })
let refusals = 0
const refuseAll = async (code: string) => {
  refusals += 1
  await refuse([`ada@company${refusals}.example`], {
    from: `jo@${second.name}`,
    words: `550 ${code} Refused`,
    agoMs: refusals * 1_000,
  })
  await ask()
}

test.each([
  ['5.7.232', 'trial tenant', 'Buy a subscription'],
  ['5.7.233', 'reached its outside recipients', 'customers send more than their plan sells'],
  ['5.7.705', 'too much spam', 'Restricted entities'],
  ['5.7.708', 'new and trial tenants', 'support request'],
])(
  'a tenant that Microsoft refuses by %s takes nothing new for a day, and its operator is told once what to do',
  async (code, why, mend) => {
    await aDayGoesBy()
    await db.delete(outbox)
    expect(await isStopped()).toBe(false)
    await refuseAll(code)
    expect(await isStopped()).toBe(true)
    const [alarm] = (await accountAlarms(db)).filter(({ what }) => what.includes(code))
    expect(alarm).toMatchObject({ what: expect.stringContaining(why), mend: expect.stringContaining(mend) })
    expect(await toldOfStops()).toEqual([[code, expect.stringContaining(mend)]])
    // The next refusals are no news, and none after a day is its end.
    await refuseAll(code)
    expect(await toldOfStops()).toHaveLength(1)
    await aDayGoesBy()
    expect([await isStopped(), await accountAlarms(db)]).toEqual([false, []])
    await refuseAll(code)
    expect(await isStopped()).toBe(true)
    expect(await toldOfStops()).toHaveLength(2)
  },
)

test('a tenant that Microsoft stops has its domains rest from two receivers on', async () => {
  await seen()
  const trace = (await healthOf(second)).signals.find(({ source }) => source === 'trace')
  expect(trace).toMatchObject({ verdict: 'bad', gate: 'rest', unit: 'tenant' })
})

test('another’s server stops no tenant of ours by its codes', async () => {
  await aDayGoesBy()
  await refuse(['x@one.rival.example'], {
    from: `jo@${second.name}`,
    words: '550 5.7.233 No',
    server: 'mx.rival.example',
  })
  await ask()
  expect(await isStopped()).toBe(false)
})

test('mail of before a domain was its holder’s is not theirs', async () => {
  await db.delete(failedDeliveries)
  await db.update(domains).set({ createdAt: new Date() }).where(eq(domains.id, first.id))
  await ask()
  expect(await rows()).toEqual([])
})
