import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import {
  accountListings,
  domainEvents,
  domainNames,
  domains,
  mailboxes,
  outbox,
  workItems,
} from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { InstantlyAccount } from '#vendors/instantly/simulator/state.ts'
import { sweepListings } from './drift/sweep-listings.ts'
import { answerInConsoles } from './testing/operator-robot.ts'
import { reconcileUntilDone } from './testing/reconcile-until-done.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps

const servers = {
  azure: { imap: 'outlook.office365.com', smtp: 'smtp.office365.com' },
  google: { imap: 'imap.gmail.com', smtp: 'smtp.gmail.com' },
} as const
type Host = keyof typeof servers

/** Gives the tool a mailbox as it is given one anywhere else: with its servers and its password. */
async function giveByPassword(tool: 'instantly' | 'smartlead', apiKey: string, host: Host, email: string) {
  const { imap, smtp } = servers[host]
  const server = (kind: 'imap' | 'smtp', port: number) => ({
    [`${kind}_host`]: servers[host][kind],
    [`${kind}_port`]: port,
    [`${kind}_username`]: email,
    [`${kind}_password`]: 'x',
  })
  const [path, body] =
    tool === 'instantly'
      ? [
          '/instantly/api/v2/accounts',
          {
            email,
            first_name: 'Jo',
            last_name: 'Doe',
            provider_code: 1,
            ...server('imap', 993),
            ...server('smtp', 587),
          },
        ]
      : [
          `/smartlead/api/v1/email-accounts/save?api_key=${apiKey}`,
          {
            from_name: 'Jo',
            from_email: email,
            user_name: email,
            password: 'x',
            smtp_host: smtp,
            smtp_port: 587,
            imap_host: imap,
            imap_port: 993,
            warmup_enabled: false,
          },
        ]
  const answer = await sandbox.fetch(`http://sandbox.invalid${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}

async function order(tool: 'instantly' | 'smartlead', platform: Host = 'azure') {
  const { id } = await world.customer()
  const name = freshName()
  const { connectionId } = await createPaidOrder(deps, {
    customerId: id,
    plan: platform === 'azure' ? 'azure' : 'google',
    tool,
    names: { azure: [], google: [], [platform]: [name] },
    mailboxesPerDomain: 4,
  })
  return { name, connectionId, apiKey: `key-of-${id}` }
}
const domainOf = async (name: string) => (await db.select().from(domains).where(eq(domains.name, name)))[0]

/** With everything done that people do but for signing in. */
async function runAFewTimes(name: string) {
  for (let round = 0; round < 8; round++) {
    await world.reconcile(name)
    await answerInConsoles(deps, sandbox)
    await db.update(domainNames).set({ nextRunAt: sql`now()` }).where(eq(domainNames.name, name))
  }
}

test.each([
  // Instantly's list gives no reason.
  ['instantly', 'azure', 4, 'Instantly cannot sign in to it'],
  ['smartlead', 'azure', 4, 'Invalid login: 535 5.7.139 Authentication'],
  ['instantly', 'google', 3, 'Instantly cannot sign in to it'],
  ['smartlead', 'google', 3, 'Invalid login: 535-5.7.8 Username and Password not accepted'],
] as const)(
  'at %s a domain on %s is never done while its mailboxes were only given by password, and says why',
  async (tool, platform, count, reason) => {
    const { name, connectionId, apiKey } = await order(tool, platform)
    await runAFewTimes(name)
    const made = await db.select().from(mailboxes).where(eq(mailboxes.name, name))
    expect(made).toHaveLength(count)
    for (const { localPart } of made) await giveByPassword(tool, apiKey, platform, `${localPart}@${name}`)
    await runAFewTimes(name)
    const domain = await domainOf(name)
    expect(domain?.status).not.toBe('done')
    expect(domain?.deliveredAt).toBeNull()
    expect(domain?.statusNote).toContain(
      `0 of ${count} mailboxes are connected there so far, ${count} cannot be signed in to: ${reason}`,
    )
    // The button to connect them stands beside it.
    expect(domain?.statusNote).toMatch(/You can also connect the rest yourself\.$/)
    const told = (await db.select().from(outbox)).map(({ body }) => body)
    expect(told.join()).toContain(`operator -- connect --connection ${connectionId}`)
    const items = await db.select().from(workItems).where(eq(workItems.kind, 'tool_sign_in'))
    expect(items.map(({ instructions }) => instructions).join()).not.toMatch(/npm run|--/)
  },
)

test('a mailbox that the tool can sign in to no more is noticed by the listing, and told when it is back', async () => {
  const { name } = await order('instantly')
  await reconcileUntilDone(world, name)
  const accounts = sandbox.store.collection<InstantlyAccount>('instantly.accounts')
  const [lost] = accounts.list().filter(({ email }) => email.endsWith(`@${name}`))
  if (!lost) throw new Error('Nothing is connected.')
  const put = (status: number) => accounts.put(lost.email, { ...lost, status }, lost.workspaceId)
  put(-1)
  await db.execute(sql`
    update domain_names set facts = (
      select jsonb_object_agg(key, value || jsonb_build_object('at', (value ->> 'at')::timestamptz - interval '23 hours'))
      from jsonb_each(facts)) where name = ${name}`)
  const sweep = () => sweepListings({ ...deps, log: pino({ level: 'silent' }) })
  await sweep()
  await db.update(accountListings).set({ nextAt: sql`now()` })
  await sweep()
  expect(await world.reconcile(name)).toBe('again')
  const domain = await domainOf(name)
  expect(domain?.status).toBe('in progress')
  expect(domain?.statusNote).toContain(
    '3 of 4 mailboxes are connected there so far, 1 cannot be signed in to:',
  )

  put(1)
  await reconcileUntilDone(world, name)
  expect((await domainOf(name))?.status).toBe('done')
  const events = await db.select().from(domainEvents).where(eq(domainEvents.name, name))
  expect(events.map(({ sentence }) => sentence)).toContain(
    '1 mailbox was signed out of Instantly and was signed in again',
  )
})
