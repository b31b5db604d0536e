import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import {
  auditLog,
  customers,
  domainNames,
  mailboxes,
  mailboxLinks,
  workItems,
} from '#base/db/schema/index.ts'
import { deepEmail } from '#delivery/domains/deep-customer.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import type { DeepOrder } from './deep-order.ts'
import { lookDeep, planDeep } from './look-deep.ts'
import { createDeepWorld } from './testing/deep-world.ts'

const world = await createDeepWorld()
const { deps, sandbox } = world
afterAll(() => world.close())

/** What people do at a sending tool, as the sandbox lets it be done. */
async function atTool<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await sandbox.fetch(`http://sandbox.invalid${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Answer
}

const apiKey = 'key-of-the-operator'
const linkFor = async (provider: 'microsoft' | 'google') =>
  (await atTool<{ link: string }>('/_smartlead/link', { apiKey, provider })).link

async function look(differing: Partial<DeepOrder>, beside?: (name: string) => Promise<void>) {
  const name = await world.emptyDomain()
  const before = world.traces(name)
  const run = world.run()
  const order = world.order(name, differing)
  const { accounts } = await planDeep(run, order)
  const { exitCode, report } = await lookDeep(
    {
      ...run,
      async pause(ms, signal) {
        await run.pause(ms, signal)
        await beside?.(name)
      },
    },
    order,
    accounts,
  )
  return { name, before, exitCode, report, told: run.told.join('\n') }
}

async function nothingIsLeft({ name, before }: { name: string; before: string[] }): Promise<void> {
  expect(world.traces(name)).toEqual(before)
  expect(await deps.db.$count(customers, eq(customers.email, deepEmail))).toBe(0)
  expect(await deps.db.$count(domainNames, eq(domainNames.name, name))).toBe(0)
}

test('a mailbox at Microsoft is connected to Smartlead by the link of its user, proven and removed', async () => {
  const values = { apiKey, oauthLink: await linkFor('microsoft') }
  const looked = await look({ tool: 'smartlead', values })
  expect(looked.report).toContain('Proven: signed and authenticated')
  expect(looked.report).toMatch(/^Signing in to the mailbox with a browser +\d+ +Signed in, and/m)
  expect(looked.exitCode).toBe(0)
  await nothingIsLeft(looked)
  expect(
    await deps.db.select().from(auditLog).where(eq(auditLog.action, 'doctor.deep_proven')),
  ).toMatchObject([{ subject: looked.name, data: { platform: 'azure', tool: 'smartlead' } }])
})

test('where a tenant lets no mailbox without a license send by SMTP, it is said with what there is to choose', async () => {
  const unlicensedSmtp = (state: 'on' | 'off') =>
    atTool('/_microsoft/sign-in', { tenantId: demoMicrosoftTenant.tenantId, unlicensedSmtp: state })
  await unlicensedSmtp('off')
  const values = { apiKey, oauthLink: await linkFor('microsoft') }
  // Nobody waits for the minutes between its tries.
  const looked = await look({ tool: 'smartlead', values }, async () => {
    await deps.db.update(mailboxLinks).set({ signInAfter: null })
  })
  await unlicensedSmtp('on')
  expect(looked.report).toContain('535 5.7.3 Authentication unsuccessful')
  expect(looked.report).toContain('give each mailbox a license (EXCHANGE_UNDOCUMENTED=off), or choose a tool')
  expect(looked.exitCode).toBe(1)
  await nothingIsLeft(looked)
})

test('a mailbox at Google is connected to Smartlead by a person who opens that link, proven and removed', async () => {
  const values = { apiKey, googleOauthLink: await linkFor('google') }
  const looked = await look({ tool: 'smartlead', platform: 'google', values })
  expect(looked.told).toContain('A person signs in to the mailbox')
  expect(looked.report).toContain('Proven: signed and authenticated')
  expect(looked.exitCode).toBe(0)
  await nothingIsLeft(looked)
})

test('a mailbox for Email Bison waits for a person’s upload, and is proven and removed after it', async () => {
  const values = { apiKey, url: 'https://bison.example.test' }
  let asked = ''
  const looked = await look({ tool: 'bison', values }, async (name) => {
    const [item] = await deps.db
      .select()
      .from(workItems)
      .where(and(eq(workItems.subject, name), eq(workItems.kind, 'tool_upload'), isNull(workItems.closedAt)))
    if (!item || asked) return
    asked = item.instructions
    const [mailbox] = await deps.db.select().from(mailboxes).where(eq(mailboxes.name, name))
    const email = `${mailbox?.localPart}@${name}`
    await atTool('/_bison/upload', {
      key: apiKey,
      mailboxes: [{ email, name: 'Deep Look', platform: 'azure' }],
    })
  })
  expect(asked).not.toBe('')
  expect(looked.report).toContain('Proven: signed and authenticated')
  expect(looked.exitCode).toBe(0)
  await nothingIsLeft(looked)
})

test.each([
  ['azure', 'Signing in to the mailbox with a browser'],
  ['google', 'A person signs in to the mailbox'],
] as const)(
  'at an Email Bison with sign-in pages a mailbox at %s is signed in to, proven and removed',
  async (platform, way) => {
    await atTool('/_bison/variants', { hasSignInSessions: true })
    const looked = await look({
      tool: 'bison',
      platform,
      values: { apiKey, url: 'https://bison.example.test' },
    })
    await atTool('/_bison/variants', { hasSignInSessions: false })
    expect(`${looked.told}\n${looked.report}`).toContain(way)
    expect(looked.report).toContain('Proven: signed and authenticated')
    expect(looked.exitCode).toBe(0)
    await nothingIsLeft(looked)
  },
)
