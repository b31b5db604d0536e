import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '#base/telemetry/log.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { type IntakeOptions, startIntake } from './intake.ts'
import { rawSmtp } from './testing/raw-smtp.ts'
import { reportedDomain, reportsHost } from './testing/reported-domain.ts'

const world = await createTestWorld({ env: { DMARC_HOST: reportsHost } })
const start = (options: Partial<IntakeOptions> = {}) =>
  startIntake(
    { ...world.deps, log: pino({ level: 'silent' }) },
    { mailHost: reportsHost, host: '127.0.0.1', port: 0, ...options },
  )
const intake = await start()
afterAll(() => intake.close())

test('one network holds three connections at most, and others get theirs', async () => {
  const held = await Promise.all([1, 2, 3].map(() => rawSmtp(intake.port, '127.0.3.1')))
  expect(held.map(({ greeting }) => greeting)).toEqual([220, 220, 220])
  const fourth = await rawSmtp(intake.port, '127.0.3.1')
  expect(fourth.greeting).toBe(421)
  const other = await rawSmtp(intake.port, '127.0.3.2')
  expect(other.greeting).toBe(220)
  // Of one that ends, the place is free.
  expect(await held[0]?.say('QUIT')).toBe(221)
  await expect
    .poll(async () => {
      const next = await rawSmtp(intake.port, '127.0.3.1')
      next.end()
      return next.greeting
    })
    .toBe(220)
  for (const each of [...held, other]) each.end()
})

test('seven networks that hold their connections keep no reporter out', async () => {
  const resolver = {
    txt: async () => ({ state: 'found' as const, values: ['v=spf1 ip4:127.0.9.0/24 -all'] }),
  }
  const crowded = await startIntake(
    { ...world.deps, log: pino({ level: 'silent' }), vendors: { resolver } },
    { mailHost: reportsHost, host: '127.0.0.1', port: 0 },
  )
  const networks = [1, 2, 3, 4, 5, 6, 7].flatMap((nth) => Array(3).fill(`127.0.4.${nth}`))
  const held = await Promise.all(networks.map((network) => rawSmtp(crowded.port, network)))
  try {
    expect(held.filter(({ greeting }) => greeting === 220)).toHaveLength(12)
    const reporter = await rawSmtp(crowded.port, '127.0.9.1')
    expect(reporter.greeting).toBe(220)
    reporter.end()
    expect(crowded.takeTurnedAway()).toEqual({ connections: 9, ofReporters: 0 })
  } finally {
    for (const each of held) each.end()
    await crowded.close()
  }
})

test('a connection is ended in time, however much it says', async () => {
  const short = await start({ connectionMs: 300 })
  try {
    const connection = await rawSmtp(short.port)
    let said = await connection.say('EHLO sender.example')
    while (said !== 0) said = await connection.say('RSET')
    expect(said).toBe(0)
  } finally {
    await short.close()
  }
})

test('mails that break off are one warning a minute, and no error', async () => {
  const lines: { level: string; msg: string }[] = []
  const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) })
  const heard = await startIntake(
    { ...world.deps, log },
    { mailHost: reportsHost, host: '127.0.0.1', port: 0 },
  )
  const { address } = await reportedDomain(world)
  try {
    for (let nth = 1; nth <= 3; nth++) {
      const connection = await rawSmtp(heard.port, `127.0.3.${nth + 10}`)
      await connection.addressed(address)
      expect(await connection.say('DATA')).toBe(354)
      connection.end()
    }
  } finally {
    await heard.close()
  }
  expect(lines.map(({ level, msg }) => ({ level, msg }))).toEqual([
    { level: 'warn', msg: 'mails with DMARC reports ended before they had come in' },
  ])
})

test('recipients of a connection are counted before they are looked up', { timeout: 60_000 }, async () => {
  const { address } = await reportedDomain(world)
  const connection = await rawSmtp(intake.port, '127.0.3.3')
  expect(await connection.addressed(address)).toBe(250)
  const answers: number[] = []
  for (let nth = 2; nth <= 201; nth++) answers.push(await connection.say(`RCPT TO:<${address}>`))
  expect(new Set(answers.slice(0, -1))).toEqual(new Set([452]))
  expect(answers.at(-1)).toBe(421)
})
