import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { outbox } from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { InstantlyAccount } from '#vendors/instantly/simulator/state.ts'
import { answerInConsoles } from '../../provisioning/testing/operator-robot.ts'
import { reconcileUntilDone } from '../../provisioning/testing/reconcile-until-done.ts'
import { createMailboxSignIn } from '../browser/mailbox-sign-in.ts'
import { testBrowser } from '../browser/testing/sign-in-bench.ts'
import { connectByBrowser } from './connect-by-browser.ts'

const world = await createTestWorld({ env: { SIGN_IN_BROWSER: testBrowser() } })
const { deps, sandbox, customer } = world
const { db } = deps
const pages = `http://127.0.0.1:${sandbox.ports.signIn}`
const signIn = createMailboxSignIn({ executablePath: testBrowser(), log: deps.log, unknownMs: 1_000 })
const config = {
  ...deps.config,
  vendors: { ...deps.config.vendors, signInPages: { microsoft: pages, google: pages } },
}
const connect = (signal = new AbortController().signal) =>
  connectByBrowser({ ...deps, config, signIn }, signal)
afterEach(() => sandbox.faults.clear())
afterAll(() => signIn.close())

async function order(tool: 'instantly' | 'smartlead' | 'bison') {
  const { id } = await customer()
  const name = freshName()
  await createPaidOrder(deps, {
    customerId: id,
    tool,
    names: { azure: [name], google: [] },
    mailboxesPerDomain: 4,
  })
  return name
}
const bisonHasSignIns = (hasSignInSessions: boolean) =>
  sandbox.fetch('http://sandbox.invalid/_bison/variants', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hasSignInSessions }),
  })
const prepare = (name: string) =>
  reconcileUntilDone(world, name, {
    meanwhile: async () => {
      await answerInConsoles(deps, sandbox)
      if ((await connectionsOf(name)).length > 0) throw inLine
    },
  }).catch((thrown: unknown) => {
    if (thrown !== inLine) throw thrown
  })
const inLine = new Error('Its mailboxes are in line.')

interface Link extends Record<string, unknown> {
  connection: string | null
  connection_cause: string | null
  sign_in_token: string | null
  pictures: number
}
async function connectionsOf(name: string): Promise<Link[]> {
  const { rows } = await db.execute<Link>(sql`
    select l.connection, l.connection_cause, l.sign_in_token,
      (select count(*)::int from sign_in_pictures p where p.mailbox_id = m.id) as pictures
    from mailbox_links l join mailboxes m on m.id = l.mailbox_id where m.name = ${name}`)
  return rows
}
const requestsTo = (path: string) => sandbox.requests().filter((each) => each.path.includes(path)).length

test.each(['instantly', 'smartlead', 'bison'] as const)(
  'a paid Entra order is connected to %s by the browser, and done',
  async (tool) => {
    await bisonHasSignIns(tool === 'bison')
    const name = await order(tool)
    await reconcileUntilDone(world, name, {
      rounds: 20,
      meanwhile: async () => {
        await answerInConsoles(deps, sandbox)
        await connect()
      },
    })
    expect((await connectionsOf(name)).map(({ connection }) => connection)).toEqual(
      Array.from({ length: 4 }, () => 'connected'),
    )
  },
)

test('one that is stopped in the middle is given back, and nothing is connected twice or left open', async () => {
  const name = await order('instantly')
  await prepare(name)
  for (let stops = 0; stops < 3; stops++) {
    const stop = new AbortController()
    sandbox.faults.add({ kind: 'timeout', vendor: 'sign-in', skip: stops * 2, times: 1 })
    const running = connect(stop.signal)
    await expect.poll(() => sandbox.faults.list().length, { timeout: 60_000 }).toBe(0)
    stop.abort()
    await running.catch(() => {})
    const links = await connectionsOf(name)
    expect(links.filter(({ sign_in_token }) => sign_in_token !== null)).toEqual([])
  }
  await reconcileUntilDone(world, name, { meanwhile: () => connect() })
  const accounts = sandbox.store
    .collection<InstantlyAccount>('instantly.accounts')
    .list()
    .filter(({ email }) => email.endsWith(`@${name}`))
  expect(accounts.map(({ status }) => status)).toEqual([1, 1, 1, 1])
})

test('the first of a tenant has the tool send a mail before the others are signed in to', async () => {
  const name = await order('instantly')
  await prepare(name)
  const before = requestsTo('/emails/test')
  await connect()
  expect(requestsTo('/emails/test') - before).toBe(1)
  expect((await connectionsOf(name)).map(({ connection }) => connection)).toEqual(
    Array.from({ length: 4 }, () => 'connected'),
  )
})

test('whoever asks for one sending tool’s mailboxes alone leaves all others', async () => {
  const [asked, other] = [await order('instantly'), await order('instantly')]
  for (const name of [asked, other]) await prepare(name)
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.connection_id as id from domains d join bundles b on b.id = d.bundle_id where d.name = ${asked}`)
  const only = { connectionId: rows[0]?.id ?? '' }
  await connectByBrowser({ ...deps, config, signIn }, new AbortController().signal, only)
  const states = async (name: string) => (await connectionsOf(name)).map(({ connection }) => connection)
  expect(new Set(await states(asked))).toEqual(new Set(['connected']))
  expect(new Set(await states(other))).toEqual(new Set(['wanted']))
  await connect()
})

test('a second factor is left to a person, with a picture; the second of a kind stops the tenant with one alert', async () => {
  const name = await order('instantly')
  await prepare(name)
  sandbox.faults.add({ kind: 'second_factor', vendor: 'sign-in', times: 99 })
  await connect()
  const links = await connectionsOf(name)
  expect(links.map(({ connection }) => connection)).toEqual(Array.from({ length: 4 }, () => 'person'))
  expect(links.filter(({ pictures }) => pictures > 0)).toHaveLength(2)
  const alerts = (await db.select().from(outbox)).filter(
    ({ subject, body }) =>
      subject.includes('Signing in to mailboxes has stopped') && body.includes(`@${name}`),
  )
  expect(alerts).toHaveLength(1)
  expect(alerts[0]?.body).toContain('2 more mailboxes of the same tenant wait with it')
})

test('what is left to a browser that nobody runs is found by doctor; the page that stopped one can be looked at', async () => {
  const run = (...args: string[]) => runCommand(commands, args, async () => deps)
  const name = await order('instantly')
  await prepare(name)
  expect((await run('doctor')).out).toContain('ok     Signing in to mailboxes')
  await db.execute(sql`update mailbox_links set connection_since = now() - interval '31 minutes'`)
  expect((await run('doctor')).out).toContain(
    'WRONG  Signing in to mailboxes: 4 of the mailboxes that wait for a browser to sign in have waited for half an hour, and none does',
  )
  sandbox.faults.add({ kind: 'second_factor', vendor: 'sign-in', times: 1 })
  await connect()
  expect((await run('doctor')).out).toContain('ok     Signing in to mailboxes')
  const { rows } = await db.execute<{ address: string }>(sql`
    select m.local_part || '@' || m.name as address from mailboxes m join sign_in_pictures p on p.mailbox_id = m.id
    where m.name = ${name}`)
  const address = rows[0]?.address ?? ''
  const file = join(mkdtempSync(join(tmpdir(), 'page-')), 'page.png')
  expect((await run('connect', '--picture', address, '--out', file)).out).toContain(`Written to ${file}.`)
  expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG')
  expect((await run('connect', '--picture', address, '--out', file)).err).toContain('could not be written')
  expect((await run('connect', '--picture', `no.${address}`, '--out', file)).err).toContain(
    'There is no picture of a page',
  )
})
