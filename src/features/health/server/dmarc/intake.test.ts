import { eq, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { domainHealth } from '#base/db/schema/index.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { mailWith, receivers, reportMail, signedBy } from '#vendors/sandbox/reporters/report-mail.ts'
import type { Seen, SeenMails } from '#vendors/sandbox/reporters/report-xml.ts'
import { lookAtDue } from '../looks/look-round.ts'
import { startIntake } from './intake.ts'
import { readRefused } from './refused-reports.ts'
import { reportedDomain, reportsHost } from './testing/reported-domain.ts'

const world = await createTestWorld({ env: { DMARC_HOST: reportsHost } })
const { deps, sandbox } = world
const log = pino({ level: 'silent' })
const intake = await startIntake({ ...deps, log }, { mailHost: reportsHost, host: '127.0.0.1', port: 0 })
afterAll(() => intake.close())
/** The end of yesterday, in epoch seconds. */
const end = Math.floor(Date.now() / 86_400_000) * 86_400 - 1
const outlook = '203.0.113.5'
const stranger = '198.51.100.7'

const own = (name: string, count: number, more: Partial<SeenMails> = {}): SeenMails => ({
  ip: outlook,
  count,
  dkim: 'pass',
  spf: 'pass',
  envelopeFrom: name,
  ...more,
})
let reports = 0
const seenOf = (domain: string, mails: readonly SeenMails[], more: Partial<Seen> = {}): Seen => ({
  domain,
  begin: end - 86_399,
  end,
  id: `report-${++reports}`,
  mails,
  ...more,
})

/** What the receiver's own server hears, having asked DNS where to send it. */
async function told(receiver: keyof typeof receivers, seen: Seen) {
  const { domain, id, mails } = seen
  const answer = await sandbox.fetch('http://sandbox.invalid/_reporters/reports', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain, receiver, port: intake.port, end: seen.end, id, mails }),
  })
  return (await answer.json()) as { sent: boolean; message: string }
}

/** The code with which a mail is answered. */
async function send(to: string, mail: Buffer | string, from = receivers.google.from): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port: intake.port, ignoreTLS: true })
  try {
    const { response } = await transport.sendMail({ envelope: { from, to }, raw: mail })
    return Number(response.slice(0, 3))
  } catch (error) {
    return (error as { responseCode?: number }).responseCode ?? 0
  }
}

async function look(id: string) {
  await deps.db.execute(sql`update domain_health set due_at = now() where domain_id = ${id}`)
  await lookAtDue({ ...deps, log })
  const [row] = await deps.db.select().from(domainHealth).where(eq(domainHealth.domainId, id))
  return row?.signals.find(({ code }) => code === 'dmarc')
}

test('a running domain names its own address, and two receivers that report to it are its signal', {
  timeout: 60_000,
}, async () => {
  const { name, id, address, days } = await reportedDomain(world)
  expect(await deps.vendors.dns.txt(`_dmarc.${name}`)).toMatchObject({
    values: [`v=DMARC1; p=none; rua=mailto:${address}`],
  })
  expect(await look(id)).toBeUndefined()

  const mails = [
    own(name, 100),
    own(name, 8, { dkim: 'fail', spf: 'fail' }),
    own(name, 7, { ip: stranger, spf: 'fail', envelopeFrom: 'list.example' }),
    own(name, 5, { ip: stranger, dkim: 'fail', spf: 'fail', reason: 'mailing_list' }),
    own(name, 900, { ip: stranger, dkim: 'fail', spf: 'fail', envelopeFrom: 'spam.example' }),
    own(name, 3, { ip: stranger, dkim: 'fail' }),
  ]
  expect(await told('google', seenOf(name, mails))).toMatchObject({ sent: true })
  expect(await look(id)).toMatchObject({ verdict: 'unknown' })
  expect(await told('microsoft', seenOf(name, [own(name, 52)]))).toMatchObject({ sent: true })
  expect(await days()).toMatchObject([
    { reporter: 'google', ours: 108, oursPassed: 100, forwarded: 12, foreign: 900, hijacked: 3 },
    { reporter: 'microsoft', ours: 52, oursPassed: 52, forwarded: 0, foreign: 0, hijacked: 0 },
  ])
  const signal = await look(id)
  expect(signal).toMatchObject({ verdict: 'warn', points: 5, source: 'reports' })
  expect(signal?.evidence).toBe('152 of 160 (95.0 %) passed DMARC in the reports of 2 receivers.')
})

test('a report counts once, however often and in whatever wrapping it comes', {
  timeout: 60_000,
}, async () => {
  const { name, address, days } = await reportedDomain(world)
  const seen = seenOf(name, [own(name, 10)])
  expect(await send(address, await reportMail('google', address, seen))).toBe(250)
  expect(await send(address, await reportMail('google', address, seen))).toBe(250)
  const bare = { name: 'report.bin', type: 'application/octet-stream', content: Buffer.from('') }
  const { pack } = receivers.microsoft
  const wrapped = { ...bare, content: pack(seen).content }
  // The same report by another receiver is another one.
  expect(
    await send(address, await signedBy('microsoft', mailWith('microsoft', address, seen, wrapped))),
  ).toBe(250)
  expect(await days()).toMatchObject([
    { reporter: 'google', ours: 10 },
    { reporter: 'microsoft', ours: 10 },
  ])
})

test('what is refused is counted by sender and reason', async () => {
  const { name, address } = await reportedDomain(world)
  const seen = seenOf(name, [own(name, 5)])
  const unsigned = mailWith('google', address, seen, receivers.google.pack(seen)).replace(
    receivers.google.from,
    'reports@Somebody.example',
  )
  for (let mail = 0; mail < 2; mail++) expect(await send(address, unsigned)).toBe(554)
  expect(await send(address, 'no report at all')).toBe(554)
  const refused = await readRefused(deps.db)
  expect(refused).toContainEqual({
    sender: 'somebody.example',
    reason: 'Reports are taken from their known senders alone.',
    count: 2,
    lastAt: expect.any(String),
  })
  expect(refused).toContainEqual(expect.objectContaining({ sender: '', count: 1 }))
})

test('what nobody known has signed counts nothing, nor what is signed for another domain or day', {
  timeout: 60_000,
}, async () => {
  const { name, address, days } = await reportedDomain(world)
  const other = await reportedDomain(world)
  const seen = seenOf(name, [own(name, 500, { dkim: 'fail', spf: 'fail' })])
  const unsigned = mailWith('google', address, seen, receivers.google.pack(seen))
  expect(await send(address, unsigned)).toBe(554)
  const signed = (await reportMail('google', address, seen)).toString()
  expect(await send(address, signed.replace('aggregate report', 'aggregate rep0rt'))).toBe(554)
  // Signed by one of those who are believed, and in the name of another.
  const inNameOf = unsigned.replace(receivers.google.from, receivers.microsoft.from)
  expect(await send(address, await signedBy('google', inNameOf))).toBe(554)
  expect(
    await send(address, await signedBy('google', unsigned.replace(receivers.google.from, 'a@google.com'))),
  ).toBe(554)
  expect(await send(address, await reportMail('google', address, seenOf(other.name, [own(name, 5)])))).toBe(
    554,
  )
  const old = seenOf(name, [own(name, 5)], { begin: end - 20 * 86_400, end: end - 19 * 86_400 })
  expect(await send(address, await reportMail('google', address, old))).toBe(554)
  const ahead = seenOf(name, [own(name, 5)], { begin: end + 2 * 86_400, end: end + 3 * 86_400 })
  expect(await send(address, await reportMail('google', address, ahead))).toBe(554)
  expect(await days()).toEqual([])
})

test('a receiver signs its reports for the names that it is known to use, and no other below them', {
  timeout: 60_000,
}, async () => {
  const { name, address, days } = await reportedDomain(world)
  const sentFor = async (signedFor: string) => {
    const seen = seenOf(name, [own(name, 5)])
    const mail = mailWith('microsoft', address, seen, receivers.microsoft.pack(seen))
    return await send(address, await signedBy('microsoft', mail, signedFor))
  }
  expect(await sentFor('email.microsoft.com')).toBe(554)
  expect(await sentFor('google.com')).toBe(554)
  expect(await days()).toEqual([])
  expect(await sentFor('notification.microsoft.com')).toBe(250)
  expect(await sentFor('microsoft.com')).toBe(250)
  expect(await days()).toMatchObject([{ reporter: 'microsoft', ours: 10 }])
})

test('a report of no mails is no mistake, and counts nothing', { timeout: 60_000 }, async () => {
  const { name, address, days } = await reportedDomain(world)
  expect(await send(address, await reportMail('google', address, seenOf(name, [])))).toBe(250)
  expect(await send(address, await reportMail('google', address, seenOf(name, [own(name, 0)])))).toBe(250)
  expect(await days()).toEqual([])
})

test('a report that begins before the delivery, or is written to another address, counts nothing', {
  timeout: 60_000,
}, async () => {
  const { id, name, address, days } = await reportedDomain(world)
  const seen = seenOf(name, [own(name, 5)])
  expect(await send(address, await reportMail('google', address.replace(/^./, 'x'), seen))).toBe(554)
  await deps.db.execute(sql`update domains set delivered_at = now() where id = ${id}`)
  expect(await send(address, await reportMail('google', address, seen))).toBe(250)
  expect(await days()).toEqual([])
  await deps.db.execute(sql`update domains set delivered_at = now() - interval '9 days' where id = ${id}`)
  expect(await send(address, await reportMail('google', address, seen))).toBe(250)
  expect(await days()).toMatchObject([{ ours: 5 }])
})

test('only addresses of domains that run are known, and nothing is relayed', {
  timeout: 60_000,
}, async () => {
  const { name, address } = await reportedDomain(world)
  const mail = await reportMail('google', address, seenOf(name, [own(name, 5)]))
  expect(await send(`${'0'.repeat(32)}@${reportsHost}`, mail)).toBe(550)
  expect(await send(address.replace(reportsHost, 'example.com'), mail)).toBe(550)
  expect(await send('someone@example.com', mail)).toBe(550)
  await deps.db.execute(sql`update domains set want = 'retire' where name = ${name}`)
  expect(await send(address, mail)).toBe(550)
})

test('a mail comes again where the key of its signature cannot be asked for', {
  timeout: 60_000,
}, async () => {
  const { name, address, days } = await reportedDomain(world)
  const silent = { txt: async () => ({ state: 'unknown' as const, reason: 'nobody answers' }) }
  const deaf = await startIntake(
    { ...deps, log, vendors: { resolver: silent } },
    { mailHost: reportsHost, host: '127.0.0.1', port: 0 },
  )
  try {
    const mail = await reportMail('google', address, seenOf(name, [own(name, 5)]))
    const transport = createTransport({ host: '127.0.0.1', port: deaf.port, ignoreTLS: true })
    await expect(
      transport.sendMail({ envelope: { from: 'a@b.example', to: address }, raw: mail }),
    ).rejects.toMatchObject({ responseCode: 451 })
    expect(await days()).toEqual([])
    expect(await send(address, mail)).toBe(250)
  } finally {
    await deaf.close()
  }
})
