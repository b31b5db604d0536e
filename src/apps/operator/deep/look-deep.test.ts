import { eq, isNotNull } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { customers, domainNames, mailboxLinks } from '#base/db/schema/index.ts'
import { deepEmail } from '#delivery/domains/deep-customer.ts'
import { factsOf } from '#delivery/provisioning/facts.ts'
import { passSignInTime } from '#delivery/provisioning/testing/browser-worker.ts'
import { microsoftState } from '#vendors/microsoft/simulator/state.ts'
import type { DeepOrder } from './deep-order.ts'
import type { DeepRun } from './deep-run.ts'
import { lookDeep, planDeep, removeLeft } from './look-deep.ts'
import { createDeepWorld } from './testing/deep-world.ts'

/** Stands between the product and its third parties: what they answer instead, where it says so. */
let meanwhile: ((url: string, init: RequestInit | undefined) => Response | undefined) | undefined
const world = await createDeepWorld({
  fetch: (sandbox) => async (url, init) => meanwhile?.(url, init) ?? sandbox.fetch(url, init),
})
const { deps, sandbox } = world
const { db } = deps
afterEach(() => {
  sandbox.faults.clear()
  meanwhile = undefined
})
afterAll(() => world.close())

async function look(differing: Partial<DeepOrder> = {}, more: Partial<DeepRun> = {}) {
  const name = await world.emptyDomain()
  const before = world.traces(name)
  const run = world.run(more)
  const order = world.order(name, differing)
  const { accounts, text } = await planDeep(run, order)
  const { exitCode, report } = await lookDeep(run, order, accounts)
  return { name, before, exitCode, report, text, told: run.told.join('\n') }
}

/** Neither at a third party nor in the database is anything of it. */
async function nothingIsLeft({ name, before }: { name: string; before: string[] }): Promise<void> {
  expect(world.traces(name)).toEqual(before)
  expect(await db.select().from(customers).where(eq(customers.email, deepEmail))).toEqual([])
  expect(await db.select().from(domainNames).where(eq(domainNames.name, name))).toEqual([])
}

test('one mailbox is made, connected, proven and removed, each step is told with its time, and nothing is left', async () => {
  const looked = await look()
  expect(looked.report).toContain(
    'Proven: signed and authenticated, arrived in Inbox at Microsoft and Google',
  )
  expect(looked.report).toMatch(/^Signing in to the mailbox with a browser +\d+ +Signed in, and/m)
  expect(looked.told).toMatch(/^ +\d+ s {2}Verifying at Microsoft: Verified at Microsoft$/m)
  expect(looked.text).toContain(`On ${looked.name}: `)
  expect(looked.exitCode).toBe(0)
  await nothingIsLeft(looked)
})

test('a host that does not sign is named, and nothing is left', async () => {
  // The host says that it signs, and does not.
  meanwhile = (url) => {
    if (!url.endsWith('/sendMail')) return undefined
    const { dkim } = microsoftState(sandbox.store)
    for (const { id, value, parent } of dkim.entries())
      dkim.put(id, { ...value, enabled: false }, parent ?? undefined)
    return undefined
  }
  const looked = await look()
  expect(looked.exitCode).toBe(1)
  expect(looked.report).toContain(
    'Mail from it is not authentic: Microsoft and Google find DKIM only for inboxyarddemo.onmicrosoft.com.',
  )
  await nothingIsLeft(looked)
})

test('a password that the host refuses is named with what to do, and nothing is left', async () => {
  sandbox.faults.add({ kind: 'wrong_password', vendor: 'sign-in', times: 9 })
  const looked = await look()
  expect(looked.exitCode).toBe(1)
  expect(looked.report).toContain('Microsoft does not take the password of this mailbox.')
  expect(looked.report).toContain('Set a new password for the user, then try again.')
  await nothingIsLeft(looked)
})

test('only sign-ins that were tried are told, the one that succeeded among them', async () => {
  let rounds = 0
  const run = world.run()
  sandbox.faults.add({ kind: 'drop', vendor: 'sign-in', times: 9 })
  const looked = await look(
    {},
    {
      // The minute until the next try is over after several looks.
      async pause(ms, until) {
        await run.pause(ms, until)
        const [failed] = await db.select().from(mailboxLinks).where(isNotNull(mailboxLinks.connectionReason))
        if (!failed) return
        rounds += 1
        if (rounds < 5) return
        sandbox.faults.clear()
        await passSignInTime(db)
      },
    },
  )
  expect(looked.exitCode).toBe(0)
  const signIns = looked.told.match(/Signing in to the mailbox with a browser: .+/g)
  expect(signIns).toEqual([
    expect.not.stringContaining('Signed in'),
    expect.stringContaining('Signed in, and the sending tool has connected it'),
  ])
  await nothingIsLeft(looked)
})

test('one that is stopped once mail was proven says so, and nothing is left', async () => {
  // Nobody signs in.
  const stopping = new AbortController()
  const run = world.run()
  const looked = await look(
    {},
    {
      signIn: undefined,
      signal: stopping.signal,
      async pause(ms, until) {
        await run.pause(ms, until)
        const rows = await db.select().from(domainNames)
        if (rows.some((row) => factsOf(row).proof?.state === 'proven')) stopping.abort()
      },
    },
  )
  expect(looked.exitCode).toBe(1)
  expect(looked.report).toContain(
    'It was stopped before the sending tool had connected it. Proven until then: signed and authenticated',
  )
  await nothingIsLeft(looked)
})

test('a host that does not allow something is named, and nothing is left', async () => {
  meanwhile = (url, init) =>
    url.includes('InvokeCommand') && String(init?.body).includes('New-Mailbox')
      ? Response.json(
          { error: { code: 'Authorization_RequestDenied', message: 'Insufficient privileges' } },
          { status: 403 },
        )
      : undefined
  const looked = await look()
  expect(looked.exitCode).toBe(1)
  expect(looked.report).toMatch(
    /To mend:\n {2}Microsoft: .+\n {2}Mend that, and see what else is not permitted with:/,
  )
  await nothingIsLeft(looked)
})

test('what cannot be removed is told with the command that removes it, and the next one begins with that', async () => {
  meanwhile = (url, init) =>
    init?.method === 'DELETE' && url.includes('/domains/')
      ? Response.json(
          { error: { code: 'Authorization_RequestDenied', message: 'Insufficient privileges' } },
          { status: 403 },
        )
      : undefined
  const looked = await look({}, { patienceMs: { proof: 90_000, removal: 2_000 } })
  expect(looked.exitCode).toBe(1)
  expect(looked.report).toContain('Not removed: ')
  expect(looked.report).toContain('npm run operator -- doctor --deep --remove-left')
  meanwhile = undefined
  const next = world.run()
  expect(await removeLeft(next)).toBe(true)
  expect(next.told.join('\n')).toContain(
    `An earlier doctor --deep has left ${looked.name}; that is removed first.`,
  )
  await nothingIsLeft(looked)
})

test('at Google a person signs in', async () => {
  const looked = await look({ platform: 'google' })
  expect(looked.report).toContain('Proven: signed and authenticated')
  expect(looked.told).toContain('A person signs in to the mailbox')
  expect(looked.exitCode).toBe(0)
  await nothingIsLeft(looked)
})
