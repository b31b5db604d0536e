import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import type { ResponseOf } from '#base/api/endpoint.ts'
import { auditLog, mailRelay, outbox } from '#base/db/schema/index.ts'
import { deliverMail } from '#base/mail/deliver-mail.ts'
import { serveMetrics } from '#base/telemetry/serve-metrics.ts'
import { getHealth } from '#features/brand/api/config.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { consoleHome } from '../api/console-home.ts'
import { consoleMail, sendMailAgain } from '../api/console-mail.ts'

const world = await createTestWorld()
const { deps, sandbox, visitor } = world
const { db } = deps
const technician = await joinedStaff(world, 'technician')
const reader = await joinedStaff(world, 'reader')
const operator = (...args: string[]) => runCommand(commands, args, async () => deps)
const delivering = { ...deps, mailer: deps.vendors.mailer, log: pino({ level: 'silent' }) }
const deliver = (id: string) => deliverMail(delivering, id)

const relayAnswers = (answer: string, to?: string) =>
  sandbox.fetch('http://sandbox.invalid/_smtp/answers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answer, to }),
  })
async function mail(to: string): Promise<string> {
  await db.transaction((tx) =>
    deps.outbox.put(tx, { key: `test:${to}`, to, subject: `Mail to ${to}`, text: 'Text' }),
  )
  const [row] = await db
    .select()
    .from(outbox)
    .where(eq(outbox.dedupeKey, `test:${to}`))
  return row?.id ?? ''
}
const sent = async () =>
  (await db.select().from(outbox)).filter(({ sentAt }) => sentAt).map(({ recipient }) => recipient)
const shown = async (): Promise<ResponseOf<typeof consoleMail>> => (await reader.get(consoleMail.path)).body
const metric = async () => {
  const { host, port, close } = await serveMetrics(
    { db, config: { metricsHost: '127.0.0.1' }, log: delivering.log },
    0,
  )
  const text = await (await fetch(`http://${host}:${port}/metrics`)).text()
  await close()
  return /inboxyard_waiting\{what="mail_relay_stopped"\} (\d)/.exec(text)?.[1]
}
const stop = async () => {
  await relayAnswers('suspended')
  const ids: string[] = []
  for (const to of ['ada@example.com', 'bo@example.com', 'cy@example.com']) ids.push(await mail(to))
  for (const id of ids) await deliver(id)
  return ids
}

beforeEach(async () => {
  await relayAnswers('well')
  await db.delete(outbox)
  await db.delete(mailRelay)
})

test('a relay that has stopped shows in the health check, on Home, in the metrics and on the command line', async () => {
  expect((await visitor().get(getHealth.path)).body).toEqual({ status: 'ok', database: true, mail: 'ok' })
  expect(await metric()).toBe('0')
  expect((await operator('mail', 'list')).exitCode).toBe(0)
  await stop()
  expect(await visitor().get(getHealth.path)).toMatchObject({
    status: 200,
    body: { status: 'ok', database: true, mail: 'stopped' },
  })
  const { alarms } = (await reader.get(consoleHome.path)).body
  expect(alarms).toMatchObject([
    {
      what: 'The mail relay refuses every email. 3 emails are waiting.',
      mend: expect.stringContaining('554 Message rejected: Sending paused for this account'),
      since: expect.any(String),
    },
  ])
  expect(await metric()).toBe('1')
  expect(await shown()).toMatchObject({ stopped: { problem: expect.any(String) }, waiting: 3 })
  expect(await operator('mail', 'list')).toMatchObject({
    exitCode: 1,
    out: expect.stringContaining('The mail relay has refused every email since'),
  })
})

test('Send again delivers everything that waited once the relay works again', async () => {
  const ids = await stop()
  await relayAnswers('well')
  // Its own next try is a minute away.
  await deliver(ids[0] ?? '')
  expect(await sent()).toEqual([])
  expect((await technician.post(sendMailAgain.path, {})).body).toEqual({
    message: '3 emails will be sent now.',
  })
  for (const id of ids) await deliver(id)
  expect(new Set(await sent())).toEqual(new Set(['ada@example.com', 'bo@example.com', 'cy@example.com']))
  expect(await shown()).toEqual({ stopped: null, waiting: 0, givenUp: { count: 0, latest: [] } })
  expect((await operator('mail', 'send-again', '--all')).out).toBe('No emails are waiting.')
})

test('what was given up is listed with its reason and sent again, one or all', async () => {
  await relayAnswers('no_such_mailbox', 'nobody')
  await deliver(await mail('good@example.com'))
  const ids = [await mail('nobody-1@example.com'), await mail('nobody-2@example.com')]
  for (const id of ids) await deliver(id)
  const { givenUp } = await shown()
  expect(givenUp.count).toBe(2)
  expect(givenUp.latest[0]).toMatchObject({
    id: ids[1],
    recipient: 'nobody-2@example.com',
    subject: 'Mail to nobody-2@example.com',
    problem: 'answered "550 5.1.1 No such user"',
  })
  await relayAnswers('well')
  expect((await reader.post(sendMailAgain.path, { id: ids[0] })).status).toBe(403)
  expect((await technician.post(sendMailAgain.path, { id: ids[0] })).body).toEqual({
    message: '1 email will be sent now.',
  })
  for (const id of ids) await deliver(id)
  expect(await sent()).toEqual(['good@example.com', 'nobody-1@example.com'])
  expect((await technician.post(sendMailAgain.path, { id: ids[0] })).status).toBe(404)
  expect((await operator('mail', 'list')).out).toContain('nobody-2@example.com')
  expect(await operator('mail', 'send-again', '--id', ids[1] ?? '')).toMatchObject({ exitCode: 0 })
  await deliver(ids[1] ?? '')
  expect(await sent()).toHaveLength(3)
  expect(await db.$count(auditLog, eq(auditLog.action, 'mail.sent_again'))).toBeGreaterThan(0)
  expect((await operator('mail', 'send-again')).err).toBe('Name one with --id, or send --all.')
})

test('addresses that do not exist, sent again, are given up again and stop nothing', async () => {
  await relayAnswers('no_such_mailbox', 'nobody')
  const ids: string[] = []
  for (let at = 0; at < 4; at++) {
    ids.push(await mail(`nobody-${at}@example.com`))
    await deliver(ids[at] ?? '')
    await deliver(await mail(`good-${at}@example.com`))
  }
  await operator('mail', 'send-again', '--all')
  for (const id of ids) await deliver(id)
  expect(await shown()).toMatchObject({ stopped: null, givenUp: { count: 4 } })
})

test('what was forgotten of a mail that was given up long ago is not sent again', async () => {
  await relayAnswers('no_such_mailbox')
  await deliver(await mail('nobody@example.com'))
  await db
    .update(outbox)
    .set({ recipient: '', subject: '', body: '', failedAt: sql`now() - interval '31 days'` })
  expect(await shown()).toMatchObject({ givenUp: { count: 0 } })
  expect((await operator('mail', 'send-again', '--all')).out).toBe('No emails are waiting.')
})
