import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { postmasterSignIns } from '#base/db/schema/index.ts'
import { demoPostmaster } from '#vendors/google/simulator/demo-postmaster.ts'
import { hour } from '../looks/testing/look-world.ts'
import { askPostmaster } from './postmaster-source.ts'
import { watchedDomains } from './testing/watched-domains.ts'

const { deps, sandbox, begin, first, control, lookAfter, forgetWarmUp } = await watchedDomains({
  tool: 'instantly',
  names: { azure: ['markedyard.com'], google: [] },
  mailboxesPerDomain: 4,
})
await forgetWarmUp()
await control('/_instantly/counts', { domain: first.name, sent: 5, bounced: 0, warmupSent: 5, landed: 5 })

const folder = mkdtempSync(join(tmpdir(), 'inboxyard-postmaster-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const operator = (...args: string[]) => runCommand(commands, args, async () => deps)
const connect = (token: string) =>
  operator(
    ...['postmaster', 'connect', '--client-id', demoPostmaster.clientId],
    ...[
      '--secret-file',
      file('secret', demoPostmaster.clientSecret),
      '--token-file',
      file('token', `${token}\n`),
    ],
  )
const day = 24 * hour
const dayBefore = (days: number) => new Date(begin - days * day).toISOString().slice(0, 10)
const tell = (days: number, rate: number) =>
  control('/_google/postmaster/rate', { domain: first.name, day: dayBefore(days), rate })
const batches = () => sandbox.requests().filter(({ path }) => path.includes('batchQuery')).length

test('where nobody is signed in, what Gmail’s users mark is not watched, and the domain is known all the same', async () => {
  const health = await lookAfter(0)
  expect(health.of('spamRate')).toMatchObject({ verdict: 'unwatched', source: 'postmaster' })
  expect(health).toMatchObject({ state: 'healthy', score: 100 })
  expect((await operator('postmaster', 'list')).out).toBe('Nobody is signed in to Gmail’s Postmaster Tools.')
})

test('a sign-in is kept, sealed, once it works', async () => {
  expect(await connect('another-token')).toMatchObject({
    exitCode: 1,
    out: expect.stringContaining('nothing is changed: Google refused the sign-in'),
  })
  expect(await deps.db.$count(postmasterSignIns)).toBe(0)
  expect(await connect(demoPostmaster.refreshToken)).toMatchObject({ exitCode: 0 })
  const stored = JSON.stringify(await deps.db.select().from(postmasterSignIns))
  expect(stored).not.toContain(demoPostmaster.refreshToken)
})

test('doctor tells when the sign-in does not work any more', async () => {
  const says = async () =>
    (await operator('doctor')).out.split('\n').find((line) => line.includes('Postmaster'))
  expect(await says()).toMatch(/^ {2}ok /)
  sandbox.faults.add({ vendor: 'google', kind: '503', path: '/postmaster/', times: 1 })
  expect(await says()).toMatch(/^ {2}WRONG /)
})

test('a domain that nobody has added there is not watched', async () => {
  await control('/_google/postmaster/domain', { domain: first.name, isVerified: false })
  const health = await lookAfter(hour)
  expect(health.of('spamRate')).toMatchObject({
    verdict: 'unwatched',
    evidence: 'It is not in our Postmaster Tools at Gmail.',
  })
  expect(batches()).toBe(0)
})

test('one that was added is asked about once a day, and a week of zeros is no praise', async () => {
  await control('/_google/postmaster/domain', { domain: first.name, isVerified: true })
  expect((await operator('postmaster', 'list')).out).toContain(first.name)
  await tell(2, 0)
  await tell(3, 0)
  expect((await lookAfter(2.5 * hour)).of('spamRate')).toMatchObject({
    verdict: 'unwatched',
    evidence: expect.stringContaining('2 of 7 days'),
  })
  await lookAfter(4 * hour)
  expect(batches()).toBe(1)
})

test('a day over Google’s lower line warns, and silence of the source leaves that', async () => {
  await tell(2, 0.0012)
  const warned = await lookAfter(2.5 * hour + day)
  expect(warned.of('spamRate')).toMatchObject({
    verdict: 'warn',
    evidence: "At most 0.12 % of a day's mail, in 2 of 7 days with data.",
  })
  sandbox.faults.add({ vendor: 'google', kind: '500', path: 'batchQuery', times: 1 })
  const silent = await lookAfter(3 * hour + 2 * day)
  expect(silent.of('spamRate')).toMatchObject({ verdict: 'warn', observedAt: begin + 2.5 * hour + day })
})

test('two days over the upper line are a rest', async () => {
  await tell(1, 0.004)
  await tell(2, 0.004)
  const burnt = await lookAfter(4 * hour + 2 * day)
  expect(burnt.of('spamRate')).toMatchObject({ verdict: 'bad', gate: 'rest' })
  expect(burnt).toMatchObject({ state: 'rest' })
})

const askOf = (units: Parameters<typeof askPostmaster>[1], at: number) =>
  askPostmaster(deps.vendors, units, at, { purpose: 'looks' })

test('a batch that fails hides nothing of the others, and is left alone for some minutes', async () => {
  const units = [first.name, 'elsewhere.test'].map((name) => ({ domainId: name, name, notes: {} }))
  const at = begin + 3 * day
  sandbox.faults.add({ vendor: 'google', kind: '500', path: 'batchQuery', times: 1 })
  expect([...(await askOf(units, at)).keys()]).toEqual(['elsewhere.test'])
  const before = batches()
  expect((await askOf(units, at + 60_000)).size).toBe(0)
  expect(batches()).toBe(before)
  expect((await askOf(units, at + 6 * 60_000)).has(first.name)).toBe(true)
})

test('a domain that is ours to read no more hides nothing of the others, now or minutes later', async () => {
  const unit = (name: string) => ({ domainId: name, name, notes: {} })
  const at = begin + 4 * day
  await control('/_google/postmaster/domain', { domain: 'gone.test', isVerified: true })
  await askOf([], at)
  await control('/_google/postmaster/domain', { domain: 'gone.test', isVerified: false })
  const both = [unit('gone.test'), unit(first.name)]
  expect([...(await askOf(both, at + 60_000)).keys()]).toEqual([first.name])
  expect([...(await askOf([unit('gone.test')], at + 120_000)).keys()]).toEqual([])
  expect([...(await askOf(both, at + 180_000)).keys()]).toEqual([first.name])
})

test('figures that stop are missed while cold mail is sent, and not while it only warms up', async () => {
  const at = begin + 12 * day
  const verdictWith = async (cold: number) => {
    const spam = { askedAt: begin, hadAt: begin + 2 * day }
    const notes = { spam, sentInWeek: 40 + cold, coldInWeek: { sent: cold, bounced: 0 } }
    const asked = await askOf([{ domainId: first.id, name: first.name, notes }], at)
    return asked.get(first.id)?.seen[0]?.verdict
  }
  expect(await verdictWith(1)).toBe('warn')
  expect(await verdictWith(0)).toBe('unwatched')
})

test('once the sign-in is forgotten it is not watched any more', async () => {
  expect((await operator('postmaster', 'forget')).out).toBe('It is forgotten.')
  expect((await operator('postmaster', 'forget')).exitCode).not.toBe(0)
  expect((await lookAfter(5 * hour + 2 * day)).of('spamRate')).toMatchObject({ verdict: 'unwatched' })
})
