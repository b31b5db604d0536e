import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createTestWorld } from '#tests/server/test-world.ts'
import { reportMail } from '#vendors/sandbox/reporters/report-mail.ts'
import { hostileMails } from './testing/hostile-mails.ts'
import { rawSmtp } from './testing/raw-smtp.ts'
import { reportedDomain, reportsHost } from './testing/reported-domain.ts'

const world = await createTestWorld({ env: { DMARC_HOST: reportsHost } })
/** What the process may grow by, whatever is sent to it. */
const growthMost = 150 * 1024
const mailsMost = 1_000

/** Kilobytes that a process holds, and the most that it ever held. */
function memoryOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1])
  return { now: of('VmRSS'), most: of('VmHWM') }
}

async function intakeProcess() {
  const file = fileURLToPath(new URL('./testing/intake-process.ts', import.meta.url))
  const dns = `127.0.0.1:${world.sandbox.ports.dns}`
  // Without the flags of this one, which let it and its threads hold more.
  const child = fork(file, [world.database.url, dns], { execArgv: [] })
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.disconnect()
      await once(child, 'exit')
    }
  })
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`It ended with ${code}.`)))
  ended.catch(() => {})
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }]
  return { child, pid: child.pid as number, port }
}

test('a thousand hostile mails change no count, end nothing and cost 150 MB at most', {
  timeout: 400_000,
}, async () => {
  const { name, address, days } = await reportedDomain(world)
  const { child, pid, port } = await intakeProcess()
  const end = Math.floor(Date.now() / 86_400_000) * 86_400 - 1
  const bad = { ip: '203.0.113.5', count: 900, dkim: 'fail', spf: 'fail', envelopeFrom: name } as const
  const seen = { domain: name, begin: end - 86_399, end, id: 'hostile', mails: [bad] }
  const mails = Object.entries(await hostileMails(address, seen))

  /** The code of the answer; 0 where the connection was ended instead. */
  async function send(mail: Buffer, to = address, localAddress = '127.0.0.1'): Promise<number> {
    const connection = await rawSmtp(port, localAddress)
    try {
      const known = await connection.addressed(to)
      return known === 250 ? await connection.data(mail) : known
    } finally {
      connection.end()
    }
  }

  const good = { ...seen, id: 'good', mails: [{ ...bad, dkim: 'pass', count: 7 } as const] }
  expect(await send(await reportMail('google', address, good))).toBe(250)
  const before = memoryOf(pid).now
  const answers = new Map<string, Set<number>>()
  // Each attack five times, and those that cost least as often as it takes.
  const cheap = mails.filter(([, mail]) => mail.length < 20_000)
  let sent = 0
  const sender = async () => {
    for (let nth = sent++; nth < mailsMost; nth = sent++) {
      const among = nth < 5 * mails.length ? mails : cheap
      const [what, mail] = among[nth % among.length] as [string, Buffer]
      // Every tenth goes to an address that nobody has.
      const isAstray = nth % 10 === 9
      const to = isAstray ? `${nth}`.padStart(32, '0').concat('@', reportsHost) : address
      // By as many servers as it takes to be within what one may send.
      const code = await send(mail, to, `127.0.1.${(nth % 20) + 1}`)
      const known = answers.get(isAstray ? 'astray' : what) ?? new Set()
      answers.set(isAstray ? 'astray' : what, known.add(code))
    }
  }
  let isOver = false
  const greetings: number[] = []
  const greeter = async () => {
    while (!isOver) {
      const connection = await rawSmtp(port, '127.0.2.1')
      greetings.push(connection.greeting)
      connection.end()
    }
  }
  const greeted = greeter()
  await Promise.all(Array.from({ length: 8 }, sender))
  isOver = true
  await greeted

  const taken = [...answers].filter(([, codes]) => codes.has(250)).map(([what]) => what)
  expect(taken).toEqual([])
  const unrefused = mails.map(([what]) => what).filter((what) => !answers.get(what)?.has(554))
  expect(unrefused).toEqual([])
  // It has answered others meanwhile.
  expect(new Set(greetings)).toEqual(new Set([220]))
  expect(answers.get('astray')).toEqual(new Set([550]))
  const growth = memoryOf(pid).most - before
  expect(growth).toBeLessThan(growthMost)
  // It still listens, and has counted nothing but what is true.
  expect(child.exitCode).toBeNull()
  expect(await send(await reportMail('google', address, { ...good, id: 'later' }))).toBe(250)
  expect(await days()).toMatchObject([
    { reporter: 'google', ours: 14, oursPassed: 14, foreign: 0, hijacked: 0 },
  ])
})
