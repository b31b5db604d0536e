import { eq, inArray, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { StoredMessage } from '#vendors/smtp/simulator/messages.ts'
import { mailRelay, outbox } from '../db/schema/index.ts'
import { deliverMail, dueMails } from './deliver-mail.ts'
import { withdrawMails } from './outbox.ts'
import { readRelay } from './relay.ts'

const { deps, sandbox } = await createTestWorld()
const { db } = deps
const delivering = { ...deps, mailer: deps.vendors.mailer, log: pino({ level: 'silent' }) }

type Answer = 'well' | 'no_such_mailbox' | 'over_quota' | 'listed' | 'suspended' | 'bad_sender'
const relayAnswers = (answer: Answer, to?: string) =>
  sandbox.fetch('http://sandbox.invalid/_smtp/answers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answer, to }),
  })

let made = 0
/** A mail to somebody else each time, unless somebody is named. */
async function mail(to = `person${made}@example.com`, more: { goodUntil?: Date; key?: string } = {}) {
  const { key = `test:${made}`, ...rest } = more
  made++
  await db.transaction((tx) =>
    deps.outbox.put(tx, { key, to, subject: `Mail ${made}`, text: 'Text', ...rest }),
  )
  return (await db.select().from(outbox).where(eq(outbox.dedupeKey, key)))[0]?.id ?? ''
}
const row = async (id: string) => (await db.select().from(outbox).where(eq(outbox.id, id)))[0]
const stateOf = async (id: string) => {
  const found = await row(id)
  if (found?.sentAt) return 'sent'
  if (found?.failedAt) return 'given up'
  return found?.droppedAt ? 'left unsent' : 'waits'
}
const statesOf = (ids: readonly string[]) => Promise.all(ids.map(stateOf))
const deliver = (id: string) => deliverMail(delivering, id)
/** So many seconds pass for mails and relay alike. */
async function pass(seconds: number) {
  const ago = (column: string) => sql.raw(`${column} - interval '${seconds} seconds'`)
  await db.update(outbox).set({ nextTryAt: ago('next_try_at'), triesSince: ago('tries_since') })
  await db.update(mailRelay).set({ nextTryAt: ago('next_try_at') })
}
const received = () => sandbox.store.collection<StoredMessage>('mail.messages').list()
const subjects = () => received().map(({ subject }) => subject)
/** What a worker's round finds and does. Returns how many it tried. */
async function round(): Promise<number> {
  const due = await dueMails(db)
  for (const id of due) await deliver(id)
  return due.length
}
/** Refuses so many different people, one after the other. */
async function refused(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push(await mail())
  for (const id of ids) await deliver(id)
  return ids
}

beforeEach(async () => {
  await relayAnswers('well')
  await db.delete(outbox)
  await db.delete(mailRelay)
})

test.each(['over_quota', 'listed', 'suspended', 'bad_sender'] as const)(
  'a mail that a relay refuses for everybody (%s) is sent once the relay takes mail again',
  async (answer) => {
    await relayAnswers(answer)
    const [id = ''] = await refused(1)
    expect(await stateOf(id)).toBe('waits')
    // A quarter of an hour later.
    await relayAnswers('well')
    await pass(900)
    await round()
    expect(await stateOf(id)).toBe('sent')
  },
)

test('a mail to an address that does not exist is given up at its first try', async () => {
  const good = await mail('good@example.com')
  const bad = await mail('nobody@example.com')
  await relayAnswers('no_such_mailbox', 'nobody@')
  await deliver(bad)
  await deliver(good)
  expect(await statesOf([bad, good])).toEqual(['given up', 'sent'])
  expect((await row(bad))?.problem).toContain('5.1.1')
  expect((await readRelay(db))?.stoppedAt).toBeNull()
})

test('a mail that is refused for everything but its recipient is tried for five days, then given up', async () => {
  await relayAnswers('over_quota')
  const [id = ''] = await refused(1)
  const day = 86_400
  for (let days = 0; days < 4; days++) {
    await pass(day)
    await deliver(id)
  }
  expect(await stateOf(id)).toBe('waits')
  await pass(day + 1)
  await deliver(id)
  expect(await stateOf(id)).toBe('given up')
})

test('two people refused alike stop nothing, and neither do many mails to one person', async () => {
  await relayAnswers('over_quota')
  await refused(2)
  expect((await readRelay(db))?.stoppedAt).toBeNull()
  await db.delete(outbox)
  for (let at = 0; at < 4; at++) await deliver(await mail('one@example.com'))
  expect((await readRelay(db))?.stoppedAt).toBeNull()
})

test.each(['over_quota', 'no_such_mailbox', 'suspended'] as const)(
  'while several people are refused alike (%s) everything waits, and one mail is tried at growing intervals',
  { tags: ['fault-67'] },
  async (answer) => {
    await relayAnswers(answer)
    const early = await refused(3)
    expect(await statesOf(early)).toEqual(['waits', 'waits', 'waits'])
    expect(await readRelay(db)).toMatchObject({ stoppedAt: expect.any(Date) })
    // One that comes meanwhile is not even tried.
    const late = await mail()
    await deliver(late)
    expect((await row(late))?.attempts).toBe(0)
    const tried: number[] = []
    for (let minute = 1; minute <= 40; minute++) {
      await pass(60)
      if ((await round()) > 0) tried.push(minute)
    }
    expect(tried).toEqual([1, 3, 7, 15, 30])
    expect(await statesOf([...early, late])).toEqual(['waits', 'waits', 'waits', 'waits'])
    await relayAnswers('well')
    await pass(5 * 60)
    expect(await round()).toBe(1)
    expect((await readRelay(db))?.stoppedAt).toBeNull()
    await round()
    expect(await statesOf([...early, late])).toEqual(['sent', 'sent', 'sent', 'sent'])
    expect(new Set(subjects()).size).toBe(subjects().length)
  },
)

test('two workers do not try a stopped relay at once', async () => {
  await relayAnswers('suspended')
  await refused(3)
  const [first, second] = [await mail(), await mail()]
  await pass(60)
  await Promise.all([deliver(first), deliver(second)])
  const attempts = [await row(first), await row(second)].map((each) => each?.attempts ?? 0)
  expect(attempts.toSorted()).toEqual([0, 1])
})

test('addresses that do not exist, once others are taken, are given up and stop nothing again', async () => {
  await relayAnswers('no_such_mailbox', 'person')
  const bad = await refused(3)
  expect(await statesOf(bad)).toEqual(['waits', 'waits', 'waits'])
  const good = await mail('good@example.com')
  await pass(60)
  await round()
  expect(await stateOf(good)).toBe('sent')
  await round()
  expect(await statesOf(bad)).toEqual(['given up', 'given up', 'given up'])
  expect((await readRelay(db))?.stoppedAt).toBeNull()
})

test('a mail is not sent once its time has passed, and nothing sealed is kept of it', async () => {
  await relayAnswers('suspended')
  const link = await mail('a@example.com', { goodUntil: new Date(Date.now() + 60_000) })
  await deliver(link)
  expect(await stateOf(link)).toBe('waits')
  await db.update(outbox).set({ goodUntil: sql`now()`, attachments: 'sealed' }).where(eq(outbox.id, link))
  await relayAnswers('well')
  await pass(900)
  await round()
  expect(await row(link)).toMatchObject({ sentAt: null, droppedAt: expect.any(Date), attachments: null })
  expect(received().some(({ to }) => to.includes('a@example.com'))).toBe(false)
})

test('a mail whose state has passed is withdrawn while it waits, and not once it was sent', async () => {
  const keys = ['held:one:1', 'held:one:2', 'held:oneandmore:1'] as const
  const [sent = '', waiting = '', other = ''] = [
    await mail(undefined, { key: keys[0] }),
    await mail(undefined, { key: keys[1] }),
    await mail(undefined, { key: keys[2] }),
  ]
  await deliver(sent)
  await db.transaction((tx) => withdrawMails(tx, 'held:one:'))
  expect(await statesOf([sent, waiting, other])).toEqual(['sent', 'left unsent', 'waits'])
  await round()
  expect(await statesOf([sent, waiting, other])).toEqual(['sent', 'left unsent', 'sent'])
  expect(await db.$count(outbox, inArray(outbox.dedupeKey, [...keys]))).toBe(3)
})
