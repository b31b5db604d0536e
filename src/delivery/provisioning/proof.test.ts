import { and, asc, eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import {
  domainEvents,
  domainNames,
  domains,
  outbox,
  probeMailboxes,
  workItems,
} from '#base/db/schema/index.ts'
import { addProbeMailbox, removeProbeMailbox } from '#features/capacity/server/hosts/probe-mailboxes.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { addProbeMailboxes } from '#tests/server/probe-mailboxes.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { microsoftState } from '#vendors/microsoft/simulator/state.ts'
import { demoProbeMailboxes } from '#vendors/sandbox/hosted-mail/demo.ts'
import { hostedMessages, mailRules } from '#vendors/sandbox/hosted-mail/messages.ts'
import { factsOf } from './facts.ts'
import { answerWorkItems } from './testing/operator-robot.ts'

/** Happens at a host just before it is asked to send. */
let beforeSending = () => {}
const world = await createTestWorld({
  env: { OPERATOR_EMAIL: 'operator@example.com' },
  fetch: (built) => (url, init) => {
    if (url.endsWith('/sendMail') || url.endsWith('/messages/send')) beforeSending()
    return built.fetch(url, init)
  },
})
const { deps, sandbox, customer } = world
const { db } = deps
const operators = await customer()
await addProbeMailboxes(deps)
afterEach(() => {
  sandbox.faults.clear()
  beforeSending = () => {}
})

type Platform = 'azure' | 'google'

async function orderedName(platform: Platform): Promise<string> {
  const name = freshName()
  await createPaidOrder(deps, {
    customerId: operators.id,
    plan: platform,
    tool: 'other',
    names: { azure: platform === 'azure' ? [name] : [], google: platform === 'google' ? [name] : [] },
    mailboxesPerDomain: 2,
  })
  return name
}

async function run(name: string, rounds: number) {
  for (let round = 0; round < rounds; round++) {
    if ((await world.reconcile(name)) === 'done') return
    await answerWorkItems(deps, sandbox)
  }
}

const rowOf = async (name: string) => {
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  const [domain] = await db.select().from(domains).where(eq(domains.name, name))
  if (!row || !domain) throw new Error(`There is no ${name}.`)
  return { ...row, proof: factsOf(row).proof, status: domain.status, note: domain.statusNote }
}
/** What its customer reads in the domain's details. */
async function shown(name: string): Promise<unknown> {
  const [domain] = await db.select().from(domains).where(eq(domains.name, name))
  const { body } = await operators.get(`/api/orders/groups/${domain?.bundleId}`)
  return body.domains[0].proof
}
const told = async (name: string) =>
  (await db.select().from(domainEvents).where(eq(domainEvents.name, name)).orderBy(asc(domainEvents.id))).map(
    ({ sentence }) => sentence,
  )
const mailFrom = (name: string) =>
  hostedMessages(sandbox.store)
    .list()
    .filter(({ from }) => from.endsWith(`@${name}`))
/** So much time passes for a proof, as far as it looks at the clock. */
const backdate = (name: string, field: 'begunAt' | 'againAt', ms: number) =>
  db.execute(sql`
    update domain_names
    set facts = jsonb_set(facts, array['proof', ${field}::text],
      to_jsonb(to_char((facts -> 'proof' ->> ${field})::timestamptz at time zone 'utc' - make_interval(secs => ${ms / 1000}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    where name = ${name}`)
const minutes = (each: number) => each * 60_000

test.each<Platform>(['azure', 'google'])(
  'a domain on %s is done once real mail of it was read back, signed and authentic, at both hosts',
  async (platform) => {
    const name = await orderedName(platform)
    await run(name, 12)
    const { proof, status } = await rowOf(name)
    expect(status).toBe('done')
    expect(proof?.state).toBe('proven')
    const sentences = await told(name)
    const proven = sentences.findIndex((sentence) => sentence.startsWith('Proven: '))
    expect(sentences[proven]).toMatch(
      /^Proven: signed and authenticated, arrived in Inbox at Microsoft and Google in \d+ s$/,
    )
    expect(proven).toBeLessThan(sentences.indexOf('Set-up complete'))
    expect(mailFrom(name).map(({ to }) => to)).toHaveLength(2)
    expect(await shown(name)).toMatchObject({
      state: 'proven',
      sentence: expect.stringMatching(/^Signed and authenticated, arrived in Inbox at .+ in \d+ s\.$/),
      againAt: null,
    })
    // What stands is not proven again.
    await world.reconcile(name)
    expect(mailFrom(name)).toHaveLength(2)
  },
)

test('Junk is told and holds up nobody', async () => {
  const name = await orderedName('azure')
  mailRules(sandbox.store).put(name, { placement: 'junk' })
  await run(name, 12)
  expect((await rowOf(name)).status).toBe('done')
  expect(await told(name)).toContainEqual(
    expect.stringMatching(
      /^Proven: signed and authenticated, arrived in Junk at Microsoft and Google in \d+ s$/,
    ),
  )
})

test('a domain whose host does not sign for it is not done until it does, and the customer reads why', async () => {
  const name = await orderedName('azure')
  const { dkim } = microsoftState(sandbox.store)
  // The host says that it signs, and does not.
  beforeSending = () => {
    for (const { id, value, parent } of dkim.entries())
      if (value.domain === name) dkim.put(id, { ...value, enabled: false }, parent ?? undefined)
  }
  await run(name, 3)
  const failed = await rowOf(name)
  expect(failed.proof).toMatchObject({
    state: 'failed',
    failures: [
      { at: 'microsoft', check: 'dkim', result: 'pass', passedFor: 'inboxyarddemo.onmicrosoft.com' },
      { at: 'google', check: 'dkim', result: 'pass', passedFor: 'inboxyarddemo.onmicrosoft.com' },
    ],
  })
  expect(failed.status).toBe('in progress')
  expect(failed.note).toBe(
    'Microsoft and Google find DKIM only for inboxyarddemo.onmicrosoft.com: signing may take its host a while to begin, so it is checked and sent again',
  )
  expect(await told(name)).toContainEqual(
    expect.stringMatching(/^Not proven: Microsoft and Google find DKIM only for/),
  )
  // Nothing more is sent before its time.
  const sent = mailFrom(name).length
  await world.reconcile(name)
  expect(mailFrom(name)).toHaveLength(sent)
  beforeSending = () => {}
  await backdate(name, 'againAt', minutes(5))
  await run(name, 6)
  expect(await rowOf(name)).toMatchObject({ status: 'done', proof: { state: 'proven' } })
})

/** The host says that it signs, and does not. */
const withoutSigning = (name: string) => () => {
  const { dkim } = microsoftState(sandbox.store)
  for (const { id, value, parent } of dkim.entries())
    if (value.domain === name) dkim.put(id, { ...value, enabled: false }, parent ?? undefined)
}

async function failedName(): Promise<string> {
  const name = await orderedName('azure')
  beforeSending = withoutSigning(name)
  await run(name, 4)
  beforeSending = () => {}
  expect((await rowOf(name)).proof?.state).toBe('failed')
  return name
}
/** What is sent next never arrives. */
async function hearNothing(name: string) {
  mailRules(sandbox.store).put(name, { placement: 'lost' })
  await backdate(name, 'againAt', minutes(61))
  await run(name, 3)
  await backdate(name, 'begunAt', minutes(16))
  await run(name, 3)
}
const unsigned = 'Microsoft and Google find DKIM only for inboxyarddemo.onmicrosoft.com'

test('after mail that was not authentic silence proves nothing: the domain waits, told so, until mail passes', async () => {
  const name = await failedName()
  for (const round of [0, 1]) {
    await hearNothing(name)
    const silent = await rowOf(name)
    expect(silent).toMatchObject({
      status: 'in progress',
      note: `${unsigned}; it was sent again, and no mail has arrived at Microsoft and Google within 15 minutes. It is sent until mail passes`,
      proof: { state: 'late', failedBefore: 1, lateBefore: round },
    })
    const { nextRunAt } = silent
    expect(nextRunAt?.getTime()).toBeLessThanOrEqual(Date.now() + minutes(45))
  }
  expect(await told(name)).not.toContain('Set-up complete')
  expect((await told(name)).filter((sentence) => sentence.startsWith('Still not proven: '))).toHaveLength(1)
  mailRules(sandbox.store).delete(name)
  await backdate(name, 'againAt', minutes(61))
  await run(name, 6)
  expect(await rowOf(name)).toMatchObject({ status: 'done', proof: { state: 'proven' } })
  expect((await rowOf(name)).proof).not.toHaveProperty('lacked')
})

test('probe mailboxes that are removed after mail was not authentic prove nothing: the domain waits for the operator, and is tested once they are back', async () => {
  const name = await failedName()
  await removeProbeMailbox(deps, { vendor: 'google' })
  await run(name, 2)
  expect(await rowOf(name)).toMatchObject({
    status: 'in progress',
    note: 'Proving that mail is authentic: our team is on it. There is nothing you need to do.',
    proof: { state: 'no_probes' },
    problem: { waitsFor: 'operator', reason: `${unsigned}; there is no probe mailbox at Google` },
  })
  const asked = () =>
    db
      .select()
      .from(workItems)
      .where(and(eq(workItems.kind, 'probe_mailbox'), eq(workItems.subject, name)))
  const [item] = await asked()
  expect(item?.instructions).toContain(
    'without a probe mailbox at Google. Whoever runs the installation adds what is missing with “probe add”',
  )
  // That it is said to be done does not make it so.
  await answerWorkItems(deps, sandbox)
  await run(name, 2)
  expect((await rowOf(name)).status).toBe('in progress')
  expect(await told(name)).not.toContain('Set-up complete')

  await addProbeMailbox(deps, { vendor: 'google', credentials: demoProbeMailboxes.google })
  expect((await rowOf(name)).nextRunAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
  await run(name, 6)
  expect(await rowOf(name)).toMatchObject({ status: 'done', proof: { state: 'proven' } })
  expect((await asked())[0]?.closedAt).not.toBeNull()
})

test('a probe mailbox that is added has what failed, or could not be proven, tested before its time', async () => {
  const failed = await failedName()
  const late = await orderedName('azure')
  mailRules(sandbox.store).put(late, { placement: 'lost' })
  await run(late, 6)
  await backdate(late, 'begunAt', minutes(16))
  await run(late, 3)
  mailRules(sandbox.store).delete(late)
  expect(await rowOf(late)).toMatchObject({ status: 'done', proof: { state: 'late' } })
  await removeProbeMailbox(deps, { vendor: 'google' })
  await addProbeMailbox(deps, { vendor: 'google', credentials: demoProbeMailboxes.google })
  for (const name of [failed, late]) {
    await run(name, 6)
    expect(await rowOf(name)).toMatchObject({ status: 'done', proof: { state: 'proven' } })
  }
})

test('a delivered domain stays so while its mail fails and then is not heard of, and its details say what was found', async () => {
  const name = await orderedName('azure')
  await run(name, 12)
  expect((await rowOf(name)).status).toBe('done')
  // As after new keys.
  await db.execute(
    sql`update domain_names set facts = jsonb_set(facts, '{proof,of}', '"former keys"') where name = ${name}`,
  )
  beforeSending = withoutSigning(name)
  await run(name, 4)
  beforeSending = () => {}
  await hearNothing(name)
  expect(await rowOf(name)).toMatchObject({ status: 'done', note: null, proof: { state: 'late' } })
  expect(await shown(name)).toMatchObject({
    state: 'not_proven',
    sentence: expect.stringMatching(
      /^Microsoft and Google find DKIM only for .+; it was sent again, and no mail/,
    ),
  })
})

test('for another place or other keys what was found before means nothing', async () => {
  const name = await failedName()
  await db.execute(
    sql`update domain_names set facts = jsonb_set(facts, '{proof,of}', '"former keys"') where name = ${name}`,
  )
  await hearNothing(name)
  expect(await rowOf(name)).toMatchObject({ status: 'done', proof: { state: 'late', failedBefore: 0 } })
})

test('a test mail that was sent is not denied where the probe mailboxes are gone since', async () => {
  const name = await orderedName('azure')
  mailRules(sandbox.store).put(name, { placement: 'lost' })
  await run(name, 6)
  await removeProbeMailbox(deps, { vendor: 'google' })
  await run(name, 3)
  expect(await rowOf(name)).toMatchObject({ status: 'done', proof: { state: 'no_probes' } })
  expect(await shown(name)).toMatchObject({
    state: 'not_proven',
    sentence: 'A test mail was sent to Microsoft and Google, and what became of it cannot be seen now.',
  })
  await addProbeMailbox(deps, { vendor: 'google', credentials: demoProbeMailboxes.google })
})

test('a second SPF record fails the proof and is taken out of the zone, then the proof passes', async () => {
  const name = await orderedName('google')
  const records = sandbox.store.collection<Record<string, unknown>>('dnsimple.records')
  const id = 987_654
  beforeSending = () => {
    const spf = records.list({ parent: name }).find(({ content }) => String(content).includes('v=spf1'))
    records.put(String(id), { ...spf, id, content: '"v=spf1 -all"' }, name)
  }
  await run(name, 8)
  beforeSending = () => {}
  const failed = await rowOf(name)
  expect(failed.note).toContain('Microsoft and Google find the SPF record wrong, or more than one: the DNS')
  expect(failed.proof?.state).toBe('failed')
  const spfs = () =>
    records.list({ parent: name }).filter(({ content }) => String(content).includes('v=spf1')).length
  expect(spfs()).toBe(1)
  await backdate(name, 'againAt', minutes(5))
  await run(name, 6)
  expect(await rowOf(name)).toMatchObject({ status: 'done', proof: { state: 'proven' } })
})

test('where nothing arrives for a quarter of an hour the domain is done, not yet proven, and it is tried again after an hour', async () => {
  const name = await orderedName('azure')
  mailRules(sandbox.store).put(name, { placement: 'lost' })
  await run(name, 6)
  expect(await rowOf(name)).toMatchObject({
    status: 'in progress',
    note: 'A test mail is on its way to Microsoft and Google',
  })
  // The note says it; there is nothing more to tell yet.
  expect(await shown(name)).toBeNull()
  await backdate(name, 'begunAt', minutes(14))
  await world.reconcile(name)
  expect((await rowOf(name)).status).toBe('in progress')
  await backdate(name, 'begunAt', minutes(1))
  await run(name, 3)
  const late = await rowOf(name)
  expect(late).toMatchObject({ status: 'done', proof: { state: 'late', cause: { why: 'missing' } } })
  expect(await shown(name)).toMatchObject({
    state: 'not_yet',
    sentence: 'No mail has arrived at Microsoft and Google within 15 minutes.',
    againAt: expect.any(String),
  })
  expect(late.nextRunAt?.getTime()).toBeLessThan(Date.now() + minutes(61))
  expect(await told(name)).toContain(
    'Not yet proven: no mail has arrived at Microsoft and Google within 15 minutes. It is tried again by itself.',
  )
  mailRules(sandbox.store).delete(name)
  await backdate(name, 'againAt', minutes(61))
  await world.reconcile(name)
  // It stays as it was delivered while it is tried again.
  expect(await rowOf(name)).toMatchObject({ status: 'done', note: null })
  await run(name, 3)
  expect(await rowOf(name)).toMatchObject({ status: 'done', proof: { state: 'proven' } })
})

test('a lost answer, or a worker that dies over it, sends nothing twice', async () => {
  const name = await orderedName('azure')
  sandbox.faults.add({ kind: 'lost_answer', vendor: 'microsoft', path: '/sendMail', times: 1 })
  await run(name, 12)
  expect((await rowOf(name)).proof?.state).toBe('proven')
  expect(mailFrom(name)).toHaveLength(2)
})

test('a host that never takes the mail is asked three times, not endlessly', async () => {
  const name = await orderedName('azure')
  sandbox.faults.add({ kind: '500', vendor: 'microsoft', path: '/sendMail', times: 1_000 })
  await run(name, 14)
  const { proof } = await rowOf(name)
  expect(proof).toMatchObject({
    state: 'under_way',
    mails: { microsoft: { tries: 3 }, google: { tries: 3 } },
  })
})

test('a probe mailbox that refuses us holds up nobody: the domain is done, not yet proven, and the operator is told', async () => {
  const { tenants } = microsoftState(sandbox.store)
  const [probe] = await db.select().from(probeMailboxes).where(eq(probeMailboxes.vendor, 'microsoft'))
  const tenant = tenants.list().find(({ initialDomain }) => probe?.address.endsWith(initialDomain))
  if (!tenant) throw new Error('There is no tenant of the probe.')
  tenants.put(tenant.tenantId, { ...tenant, apps: [] })
  try {
    const name = await orderedName('google')
    await run(name, 12)
    expect(await rowOf(name)).toMatchObject({
      status: 'done',
      proof: { state: 'late', cause: { why: 'team' } },
    })
    expect(await told(name)).toContain('Not yet proven: our team is on it. It is tried again by itself.')
  } finally {
    tenants.put(tenant.tenantId, tenant)
  }
  expect((await db.select().from(outbox)).map(({ subject }) => subject)).toContain(
    '[Inboxyard] Mail could not be proven',
  )
})

test.each<Platform>(['azure', 'google'])(
  'a probe mailbox that is gone at the host of %s is no mail that did not arrive: the domain is done, and the operator is told which',
  async (platform) => {
    const vendor = platform === 'azure' ? 'microsoft' : 'google'
    const [probe] = await db.select().from(probeMailboxes).where(eq(probeMailboxes.vendor, vendor))
    const users = sandbox.store.collection<Record<string, unknown>>(`${vendor}.users`)
    const gone = users.entries().find(({ value }) => Object.values(value).includes(probe?.address))
    if (!gone) throw new Error('There is no such user.')
    users.delete(gone.id)
    await db.delete(outbox)
    try {
      const name = await orderedName('google')
      await run(name, 12)
      expect(await rowOf(name)).toMatchObject({
        status: 'done',
        proof: { state: 'late', cause: { why: 'team' } },
      })
    } finally {
      users.put(gone.id, gone.value, gone.parent ?? undefined)
    }
    const [told] = (await db.select().from(outbox)).filter(({ subject }) =>
      subject.includes('could not be proven'),
    )
    expect(told?.body).toContain(`the probe mailbox ${probe?.address} cannot be read`)
  },
)

test('without both probe mailboxes a domain is done at once, and proven within a day of their being added', async () => {
  const [google] = await db.delete(probeMailboxes).where(eq(probeMailboxes.vendor, 'google')).returning()
  if (!google) throw new Error('There is no probe mailbox at Google.')
  const name = await orderedName('azure')
  await run(name, 6)
  expect(await rowOf(name)).toMatchObject({ status: 'done', proof: { state: 'no_probes' } })
  expect(mailFrom(name)).toHaveLength(0)
  expect(await shown(name)).toMatchObject({ state: 'not_proven', sentence: 'No test mail was sent.' })
  await db.insert(probeMailboxes).values(google)
  await db.execute(sql`
    update domain_names set facts = jsonb_set(facts, '{proof,at}', to_jsonb(now() - interval '21 hours'))
    where name = ${name}`)
  await run(name, 3)
  expect(await rowOf(name)).toMatchObject({ status: 'done', proof: { state: 'proven' } })
})
