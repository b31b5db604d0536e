import { desc, eq, inArray, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import {
  customers,
  domainHealth,
  domains,
  healthIncidents,
  healthMails,
  outbox,
  users,
} from '#base/db/schema/index.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { setListed } from '#vendors/dns/simulator/blocklists.ts'
import type { StoredRecord } from '#vendors/dnsimple/simulator/stored.ts'
import { setStaffHealthMail } from '../../api/console-health.ts'
import { setOwnHealthMail } from '../../api/health.ts'
import type { HealthSignal, SignalCode } from '../../rules/health-signals.ts'
import type { HealthState } from '../../rules/health-states.ts'
import { neverMailed } from '../../rules/next-mail.ts'
import { isAtTheGate, troubleNumber, troubleOf } from '../../rules/trouble.ts'
import { lookAtDue } from '../looks/look-round.ts'
import { tellOfHealth } from './tell-of-health.ts'

const product = await createTestWorld()
const { deps, sandbox } = product
const { db } = deps
const minute = 60_000
const hour = 60 * minute
/** Noon of some day: the day's mail is due at the next seven in the morning. */
const noon = Date.parse('2026-11-26T12:00:00Z')
const nextMorning = noon + 19 * hour
type Person = Awaited<ReturnType<typeof product.customer>>

/** Delivered domains whose looks nobody makes but the test, which has told of everybody else's. */
async function owner(count = 1, tool: 'instantly' | 'other' = 'instantly') {
  await db.update(domainHealth).set({ trouble: 0, gate: false })
  await db.delete(healthMails)
  const person = await product.customer()
  const names = Array.from({ length: count }, freshName)
  const { domains: ordered } = await createPaidOrder(deps, {
    customerId: person.id,
    names: { azure: names, google: [] },
    tool,
    mailboxesPerDomain: 2,
  })
  for (const name of names) await reconcileUntilDone(product, name)
  await db.update(domainHealth).set({ dueAt: sql`now() + interval '1 day'` })
  // Both were written to before.
  const { digestDay } = neverMailed(noon)
  await db.insert(healthMails).values([
    { reader: person.id, customerId: person.id, digestDay },
    { reader: 'staff', digestDay },
  ])
  return { person, names, name: names[0] as string, ids: ordered.map(({ id }) => id) }
}

const signal = (code: SignalCode, source: string, finding: Partial<HealthSignal>): HealthSignal => ({
  code,
  source,
  observedAt: Date.now(),
  verdict: 'bad',
  points: 60,
  evidence: 'Seen.',
  ...finding,
})
const listed = signal('blocklist', 'dbl', { gate: 'rest', evidence: 'Listed by Spamhaus DBL.' })
const bounced = signal('bounces', 'instantly', { verdict: 'warn', points: 10 })
const unmended = signal('dns', 'dns', { gate: 'repair', points: 35, evidence: 'SPF and DKIM are gone.' })

/** As if it had been decided by looks. */
async function decided(ids: readonly string[], state: HealthState, of?: HealthSignal): Promise<void> {
  const judged = { state, cause: of?.code ?? null, signals: of ? [of] : [] }
  const trouble = troubleNumber(troubleOf(judged))
  await db
    .update(domainHealth)
    .set({ ...judged, trouble, gate: isAtTheGate(judged) })
    .where(inArray(domainHealth.domainId, [...ids]))
}

const mailsAt = (now: number): Promise<number> => tellOfHealth(deps, { clock: () => now })
const mailsTo = async ({ email }: { email: string }) =>
  (await db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.createdAt))).filter(
    ({ dedupeKey }) => dedupeKey.startsWith('health:'),
  )
const subjectsTo = async (person: { email: string }) => (await mailsTo(person)).map(({ subject }) => subject)
const set = (person: Person, values: Partial<typeof customers.$inferInsert>) =>
  db.update(customers).set(values).where(eq(customers.id, person.id))

test('what became worse is told once, with the mail of the next day', async () => {
  const { person, names, ids } = await owner(4)
  await decided(ids.slice(0, 2), 'watch', bounced)
  await decided(ids.slice(2, 3), 'unknown')
  await mailsAt(noon + hour)
  expect(await mailsTo(person)).toEqual([])
  await mailsAt(nextMorning)
  const [mail, ...others] = await mailsTo(person)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Health: 2 domains became worse')
  const body = mail?.body ?? ''
  expect(body).toContain('Watch: 2 domains. Bounces.')
  expect(body).toContain(names.slice(0, 2).sort().join(', '))
  expect(body).toContain('Send less from it until it is well again.')
  expect(body).toContain('have the addresses that it wrote to verified')
  expect(body).toContain('2 unknown. Unknown is not healthy')
  expect(body).not.toContain(' healthy,')
  expect(body).toContain(`${deps.config.publicUrl}/health`)
  expect(body).toContain(`${deps.config.publicUrl}/account`)
  await mailsAt(nextMorning + minute)
  await mailsAt(nextMorning + 24 * hour)
  expect(await mailsTo(person)).toHaveLength(1)
})

test('who was never written to reads of it with the mail of the day after the first news', async () => {
  const { person, ids } = await owner()
  await db.delete(healthMails)
  await decided(ids, 'watch', bounced)
  await mailsAt(noon)
  expect(await mailsTo(person)).toEqual([])
  await mailsAt(nextMorning)
  expect(await mailsTo(person)).toHaveLength(1)
})

test('a day without news has no mail, and what comes later that day waits for the next', async () => {
  const { person, ids } = await owner()
  await mailsAt(nextMorning)
  await decided(ids, 'watch', bounced)
  await mailsAt(nextMorning + 2 * hour)
  expect(await mailsTo(person)).toEqual([])
  await mailsAt(nextMorning + 24 * hour)
  expect(await mailsTo(person)).toHaveLength(1)
})

test('a hundred gates within minutes are one mail, of at most ten lines', async () => {
  const { person, ids } = await owner()
  await db.execute(sql`
    insert into domains (id, name, bundle_id, customer_id, slot, platform, source, want, status, forwarding_url)
      select 'gate' || n, 'gate' || n || '.com', bundle_id, customer_id, slot + n, platform, source, want, status, forwarding_url
      from domains, generate_series(1, 99) n where id = ${ids[0]}`)
  await db.execute(sql`
    insert into domain_health (domain_id, customer_id, due_at)
      select 'gate' || n, ${person.id}, now() + interval '1 day' from generate_series(1, 99) n
      on conflict do nothing`)
  const gate = (n: number) => signal('blocklist', 'dbl', { gate: 'rest', evidence: `Listed as ${n % 12}.` })
  await decided([ids[0] as string], 'rest', listed)
  await mailsAt(noon + minute)
  for (let n = 1; n <= 99; n++) await decided([`gate${n}`], 'rest', gate(n))
  await mailsAt(noon + 3 * minute)
  expect(await mailsTo(person)).toEqual([])
  await mailsAt(noon + 5 * minute)
  const [mail, ...others] = await mailsTo(person)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('100 domains in trouble, for 13 causes')
  expect(mail?.body.match(/^Rest: /gm)).toHaveLength(10)
  expect(mail?.body).toContain('And 3 more causes, which the page shows.')
  await mailsAt(nextMorning)
  expect(await mailsTo(person)).toHaveLength(1)
  await db.execute(sql`delete from domains where id like 'gate%'`)
})

test('one gate is told within minutes and named in the subject; the next waits for an hour', async () => {
  const { person, ids } = await owner(2)
  await decided(ids.slice(0, 1), 'rest', listed)
  await mailsAt(noon + minute)
  await mailsAt(noon + 5 * minute)
  const found = await db
    .select()
    .from(domains)
    .where(eq(domains.id, ids[0] as string))
  expect(await subjectsTo(person)).toEqual([`${found[0]?.name}: Listed by Spamhaus DBL`])
  await decided(ids.slice(1), 'watch', unmended)
  for (const at of [6, 20, 50]) await mailsAt(noon + at * minute)
  expect(await mailsTo(person)).toHaveLength(1)
  await mailsAt(noon + 66 * minute)
  expect(await mailsTo(person)).toHaveLength(2)
  expect((await mailsTo(person))[0]?.body).toContain('SPF and DKIM are gone.')
})

test('two workers at the same moment, and one that dies before its transaction is through, tell it once', async () => {
  const { person, ids } = await owner()
  await decided(ids, 'watch', bounced)
  const dying = {
    ...deps,
    outbox: {
      ...deps.outbox,
      async put(...args: Parameters<typeof deps.outbox.put>) {
        await deps.outbox.put(...args)
        throw new Error('The worker dies.')
      },
    },
  }
  await expect(tellOfHealth(dying, { clock: () => nextMorning })).rejects.toThrow('dies')
  expect(await mailsTo(person)).toEqual([])
  await Promise.all([mailsAt(nextMorning), mailsAt(nextMorning + 1), mailsAt(nextMorning + 2)])
  expect(await mailsTo(person)).toHaveLength(1)
})

test('it is told again only when it became worse than what was told, or had been well between', async () => {
  const { person, ids } = await owner()
  await decided(ids, 'watch', bounced)
  await mailsAt(nextMorning)
  await decided(ids, 'unknown')
  await mailsAt(nextMorning + 24 * hour)
  await decided(ids, 'watch', bounced)
  await mailsAt(nextMorning + 48 * hour)
  expect(await mailsTo(person)).toHaveLength(1)
  await decided(ids, 'rest', signal('bounces', 'instantly', { gate: 'rest' }))
  await mailsAt(nextMorning + 49 * hour)
  await mailsAt(nextMorning + 50 * hour)
  expect(await mailsTo(person)).toHaveLength(2)
})

test('looks note how much is wrong with a domain, and that it is well again', async () => {
  const { person, name, ids } = await owner()
  const healthOf = async () =>
    (await db.select().from(domainHealth).where(inArray(domainHealth.domainId, ids)))[0]
  const look = async (at: number) => {
    await db.update(domainHealth).set({ dueAt: sql`now()` }).where(inArray(domainHealth.domainId, ids))
    await lookAtDue(deps, { clock: () => at })
    await db.update(domainHealth).set({ dueAt: sql`now() + interval '1 day'` })
  }
  const begin = Date.now()
  await look(begin)
  expect(await healthOf()).toMatchObject({ trouble: 0, gate: false })
  setListed(sandbox.world, 'dbl', name, '127.0.1.2')
  await look(begin + hour)
  await look(begin + hour + 31 * minute)
  expect(await healthOf()).toMatchObject({ state: 'rest', trouble: troubleNumber('rest'), gate: true })
  const seen = begin + hour + 32 * minute
  await db.update(healthMails).set({ digestDay: neverMailed(seen).digestDay })
  await mailsAt(seen)
  await mailsAt(seen + 4 * minute)
  expect(await subjectsTo(person)).toEqual([`${name}: Listed by Spamhaus DBL`])
  expect((await healthOf())?.told).toBe(troubleNumber('rest'))
  setListed(sandbox.world, 'dbl', name, '')
  // Too little is known of it: it has not recovered.
  const { memory } = (await healthOf()) ?? {}
  if (!memory) throw new Error('It has no memory.')
  const remembered = async (values: Partial<typeof memory>, at: number) => {
    const known = (['ban', 'placement', 'bounces', 'warmup'] as const).map((code) =>
      signal(code, 'seen', { verdict: 'ok', points: 0, observedAt: at }),
    )
    await db
      .update(domainHealth)
      .set({ memory: { ...memory, ...values }, ...(values.state !== 'unknown' && { signals: known }) })
      .where(inArray(domainHealth.domainId, ids))
    await look(at)
    return healthOf()
  }
  const day = 24 * hour
  const unknown = await remembered({ state: 'unknown', isDoubted: true }, begin + 20 * hour)
  expect(unknown).toMatchObject({ state: 'unknown', told: troubleNumber('rest') })
  const doubtful = await remembered({ state: 'watch', isDoubted: true, calmSince: null }, begin + day)
  expect(doubtful).toMatchObject({ state: 'watch', told: troubleNumber('watch') })
  const well = await remembered({ state: 'watch', isDoubted: true, calmSince: begin }, begin + 4 * day)
  expect(well).toMatchObject({ state: 'healthy', trouble: 0, told: 0 })
})

test.each([
  ['is suspended', { suspendedAt: new Date() }],
  ['is closed', { eraseDueAt: new Date(), disabledAt: new Date() }],
  ['is erased', { erasedAt: new Date() }],
])('a customer who %s gets none', async (_, values) => {
  const { person, ids } = await owner(2)
  await set(person, values)
  await decided(ids.slice(0, 1), 'watch', bounced)
  await decided(ids.slice(1), 'rest', listed)
  await mailsAt(noon + minute)
  await mailsAt(noon + 5 * minute)
  await mailsAt(nextMorning)
  expect(await mailsTo(person)).toEqual([])
})

test('a customer whose fleet was brought in reads nothing before they have come in, and then what is still so', async () => {
  const { person, ids } = await owner(2)
  const invited = (isInvited: boolean) =>
    db.execute(sql`update users set must_change_password = ${isInvited}
      where id in (select user_id from memberships where customer_id = ${person.id})`)
  await invited(true)
  await decided(ids.slice(0, 1), 'watch', bounced)
  await decided(ids.slice(1), 'rest', listed)
  await mailsAt(noon + minute)
  await mailsAt(noon + 5 * minute)
  await mailsAt(nextMorning)
  expect(await mailsTo(person)).toEqual([])
  await decided(ids.slice(0, 1), 'healthy')
  await invited(false)
  await mailsAt(nextMorning + minute)
  await mailsAt(nextMorning + 5 * minute)
  const [mail, ...others] = await mailsTo(person)
  expect(others).toEqual([])
  expect(mail?.subject).toContain('Listed by Spamhaus DBL')
})

test('of a domain that was retired since its last look nothing is told', async () => {
  const { person, ids } = await owner()
  await decided(ids, 'rest', listed)
  await db.update(domains).set({ want: 'retire' }).where(inArray(domains.id, ids))
  await mailsAt(noon + minute)
  await mailsAt(noon + 5 * minute)
  await mailsAt(nextMorning)
  expect(await mailsTo(person)).toEqual([])
})

test('a domain that is never called well is told of again when its records are gone again', async () => {
  const { person, name, ids } = await owner(1, 'other')
  const records = sandbox.store.collection<StoredRecord>('dnsimple.records')
  const mail = records
    .list({ parent: name })
    .filter((record) => record.content.includes('v=spf1') || record.name.includes('_domainkey'))
  const mend = () => {
    for (const each of mail) records.put(String(each.id), each, name)
  }
  const look = async (at: number) => {
    await db.update(domainHealth).set({ dueAt: sql`now()` }).where(inArray(domainHealth.domainId, ids))
    await lookAtDue({ ...deps, log: pino({ level: 'silent' }) }, { clock: () => at })
    await db.update(domainHealth).set({ dueAt: sql`now() + interval '1 day'` })
    return (await db.select().from(domainHealth).where(inArray(domainHealth.domainId, ids)))[0]
  }
  const lose = async (at: number) => {
    for (const each of mail) records.delete(String(each.id))
    await look(at)
    const lost = await look(at + 11 * minute)
    expect(lost).toMatchObject({ state: 'watch', cause: 'dns', trouble: troubleNumber('repair') })
    await mailsAt(at + 12 * minute)
    await mailsAt(at + 16 * minute)
  }
  const begin = Date.now()
  await db.update(healthMails).set({ digestDay: neverMailed(begin + 6 * hour).digestDay })
  await lose(begin)
  expect(await mailsTo(person)).toHaveLength(1)
  // Nobody answers: that is no mending.
  sandbox.faults.add({ vendor: 'dns', kind: '500', times: 10_000 })
  const silent = await look(begin + 3 * hour)
  sandbox.faults.clear()
  expect(silent).toMatchObject({ trouble: 0, told: troubleNumber('repair') })
  mend()
  expect(await look(begin + 4 * hour)).toMatchObject({ state: 'unknown', told: 0 })
  await lose(begin + 5 * hour)
  expect(await mailsTo(person)).toHaveLength(2)
})

test('what one source says is told although another that says the same is doubted', async () => {
  const { person, ids } = await owner()
  const other = signal('blocklist', 'surbl', { gate: 'rest', points: 50, evidence: 'Listed by SURBL.' })
  await decided(ids, 'rest', listed)
  await db
    .update(domainHealth)
    .set({ signals: [listed, other] })
    .where(inArray(domainHealth.domainId, ids))
  await db
    .insert(healthIncidents)
    .values({ source: 'dbl', beganAt: new Date(0), lastAt: new Date(), domains: 10 })
  await mailsAt(noon + minute)
  await mailsAt(noon + 5 * minute)
  expect(await mailsTo(person)).toHaveLength(1)
  await db.update(healthIncidents).set({ endedAt: new Date() })
})

test('a gate of a doubted source is read again after minutes, not with every round', async () => {
  const { person, ids } = await owner()
  await decided(ids, 'rest', listed)
  await db
    .insert(healthIncidents)
    .values({ source: 'dbl', beganAt: new Date(0), lastAt: new Date(), domains: 10 })
  const since = async () =>
    (
      await db.select().from(healthMails).where(eq(healthMails.reader, person.id))
    )[0]?.gatheringSince?.getTime()
  await mailsAt(noon)
  await mailsAt(noon + minute)
  expect(await since()).toBe(noon)
  await mailsAt(noon + 4 * minute)
  await mailsAt(noon + 5 * minute)
  expect(await since()).toBe(noon + 4 * minute)
  expect(await mailsTo(person)).toEqual([])
  await db.update(healthIncidents).set({ endedAt: new Date() })
})

test('what fails for one reader keeps nobody else’s mail back, nor their own of that day', async () => {
  const { person, ids } = await owner(2)
  const other = await product.customer()
  await db
    .update(domainHealth)
    .set({ customerId: other.id })
    .where(eq(domainHealth.domainId, ids[1] as string))
  const { digestDay } = neverMailed(noon)
  await db.insert(healthMails).values({ reader: other.id, customerId: other.id, digestDay })
  await decided(ids, 'watch', bounced)
  // In the order in which they are told.
  const [first, second] = await db
    .select({ email: customers.email })
    .from(customers)
    .where(inArray(customers.id, [person.id, other.id]))
    .orderBy(customers.id)
  if (!first || !second) throw new Error('There are two.')
  const failing = {
    ...deps,
    log: pino({ level: 'silent' }),
    outbox: {
      ...deps.outbox,
      async put(...args: Parameters<typeof deps.outbox.put>) {
        if (args[1].to === first.email) throw new Error('It fails.')
        await deps.outbox.put(...args)
      },
    },
  }
  await expect(tellOfHealth(failing, { clock: () => nextMorning })).rejects.toThrow('It fails.')
  expect([await mailsTo(first), await mailsTo(second)]).toMatchObject([[], [{}]])
  await mailsAt(nextMorning + minute)
  expect([await mailsTo(first), await mailsTo(second)]).toMatchObject([[{}], [{}]])
})

test('what a doubted source says is not told while it is doubted, and is afterwards if it is still so', async () => {
  const { person, ids } = await owner()
  await decided(ids, 'rest', listed)
  await db
    .insert(healthIncidents)
    .values({ source: 'dbl', beganAt: new Date(0), lastAt: new Date(), domains: 10 })
  await mailsAt(noon + minute)
  await mailsAt(noon + 5 * minute)
  expect(await mailsTo(person)).toEqual([])
  await db.update(healthIncidents).set({ endedAt: new Date() })
  await mailsAt(noon + 6 * minute)
  await mailsAt(noon + 10 * minute)
  expect(await mailsTo(person)).toHaveLength(1)
})

test('a customer chooses which mails come, and what was left out is not made up for', async () => {
  const { person, ids } = await owner(2)
  const choose = (mail: string) => person.post(setOwnHealthMail.path, { mail })
  expect((await person.get(setOwnHealthMail.path)).body).toEqual({ mail: 'daily' })
  expect((await choose('weekly')).status).toBe(400)
  expect(await choose('gates')).toMatchObject({ status: 200 })
  expect((await person.get(setOwnHealthMail.path)).body).toEqual({ mail: 'gates' })
  await decided(ids.slice(0, 1), 'watch', bounced)
  await mailsAt(nextMorning)
  await choose('daily')
  await mailsAt(nextMorning + 24 * hour)
  expect(await mailsTo(person)).toEqual([])
  await choose('none')
  await decided(ids.slice(1), 'rest', listed)
  await mailsAt(nextMorning + 25 * hour)
  await mailsAt(nextMorning + 26 * hour)
  expect(await mailsTo(person)).toEqual([])
})

test('to whom only is shown how domains are, nothing is said of what to do', async () => {
  const { person, ids } = await owner()
  await set(person, { healthMode: 'observe' })
  await decided(ids, 'watch', bounced)
  await mailsAt(nextMorning)
  const [mail] = await mailsTo(person)
  expect(mail?.body).toContain('Watch: 1 domain. Bounces.')
  expect(mail?.body).not.toContain('Send less')
  expect(mail?.body).not.toContain('Yours to do')
})

test('owners and technicians read of everybody’s domains by account, and each may switch it off', async () => {
  await db.update(users).set({ healthMail: 'none' })
  const [technician, quiet, support] = [
    await joinedStaff(product, 'technician'),
    await joinedStaff(product, 'owner'),
    await joinedStaff(product, 'support'),
  ]
  expect(await quiet.post(setStaffHealthMail.path, { mail: 'none' })).toMatchObject({ status: 200 })
  expect((await quiet.get(setStaffHealthMail.path)).body).toEqual({ mail: 'none' })
  expect((await support.post(setStaffHealthMail.path, { mail: 'none' })).status).toBe(403)
  const { ids } = await owner(2)
  await decided(ids, 'rest', listed)
  await mailsAt(noon + minute)
  await mailsAt(noon + 5 * minute)
  const [mail, ...others] = await mailsTo(technician)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('2 domains: Listed by Spamhaus DBL')
  expect(mail?.body).toMatch(/^.+\. Rest: 2 domains\. Listed by Spamhaus DBL\.$/m)
  expect(mail?.body).not.toContain('Yours to do')
  expect(mail?.body).toContain(`${deps.config.publicUrl}/operator/health`)
  expect(await mailsTo(quiet)).toEqual([])
  expect(await mailsTo(support)).toEqual([])
})
