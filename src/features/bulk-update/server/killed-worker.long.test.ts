import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { bulkJobAccounts, bulkJobs } from '#base/db/schema/index.ts'
import { addInstantlySenders } from '#tests/server/instantly-senders.ts'
import { startProcess } from '#tests/server/product-process.ts'
import { addSmartleadSenders } from '#tests/server/smartlead-senders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

// Whole processes start, and a dead one has to be missed before its work is taken over.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })
const longest = { timeout: 90_000, interval: 50 }

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps

const apiKey = 'killed-worker-key-0123456789abcdef'
const emails = Array.from({ length: 1_000 }, (_, at) => `sender${String(at).padStart(4, '0')}@killed.com`)
const killedAt = 500

interface Tool {
  name: 'instantly' | 'smartlead'
  /** The call that changes an account, which it names. */
  method: string
  change: RegExp
  /** How accounts are named there, in the order of their addresses. */
  accounts: string[]
  start: { path: string; body: object }
}
await addInstantlySenders(sandbox, apiKey, emails)
const ids = await addSmartleadSenders(sandbox, apiKey, emails)
const tools: Tool[] = [
  {
    name: 'instantly',
    method: 'PATCH',
    change: /\/accounts\/([^/?]+)$/,
    accounts: emails,
    start: {
      path: '/api/instantly',
      body: {
        operation: 'update-accounts',
        api_key: apiKey,
        matched_emails: emails.map((email) => ({ email })),
        daily_limit: 11,
        sending_gap: 21,
        warmup_limit: 6,
        warmup_increment: 2,
        warmup_reply_rate_percent: 45,
      },
    },
  },
  {
    name: 'smartlead',
    method: 'POST',
    change: /\/email-accounts\/(\d+)\?/,
    accounts: ids.map(String),
    start: {
      path: '/api/smartlead/update-outbound',
      body: {
        api_key: apiKey,
        accounts: ids.map((id) => ({ id })),
        settings: { messagePerDay: 7, minTimeToWaitInMins: 60 },
      },
    },
  },
]

/** Every change that a vendor has made from now on, by account. */
function recordChanges({ name, method, change }: Tool): string[] {
  const changes: string[] = []
  const vendor = sandbox.vendors.find((each) => each.name === name)
  if (!vendor) throw new Error(`The sandbox has no ${name}.`)
  const answer = vendor.app.fetch
  vendor.app.fetch = (request, ...rest) => {
    const [, account] = request.method === method ? (change.exec(request.url) ?? []) : []
    if (account) changes.push(decodeURIComponent(account))
    return answer(request, ...rest)
  }
  return changes
}

test.each(tools)(
  'an update of $name continues after its worker was killed at account 500: nothing is lost, nothing done again',
  { tags: ['fault-46'] },
  async (tool) => {
    const changes = recordChanges(tool)
    const customer = await world.customer()
    const worker = () => startProcess(world, 'worker')
    // The vendor makes 500 changes and then leaves everybody without an answer.
    sandbox.faults.add({
      kind: 'timeout',
      vendor: tool.name,
      method: tool.method,
      skip: killedAt,
      times: emails.length,
    })
    const first = await worker()
    const started = await customer.post(tool.start.path, tool.start.body)
    expect(started.status).toBe(200)
    const { jobId } = started.body
    const progress = async () => (await customer.get(`/api/jobs/${jobId}`)).body
    const isSilent = () => (sandbox.faults.list()[0]?.times ?? 0) < emails.length
    await expect
      .poll(async () => isSilent() && (await progress()).finished === new Set(changes).size, longest)
      .toBe(true)

    await first.kill()
    const done = new Set(changes.splice(0))
    // On a busy machine a few of the changes were asked for twice.
    expect(done.size).toBeGreaterThan(0.8 * killedAt)
    expect(await progress()).toMatchObject({ status: 'running', total: 1_000, finished: done.size })
    const written = await db
      .select({ account: bulkJobAccounts.account })
      .from(bulkJobAccounts)
      .where(and(eq(bulkJobAccounts.jobId, jobId), isNotNull(bulkJobAccounts.outcome)))
    expect(written.map(({ account }) => account).toSorted()).toEqual([...done].toSorted())

    sandbox.faults.clear()
    const second = await worker()
    await expect.poll(async () => (await progress()).status, longest).toBe('done')
    expect(await progress()).toMatchObject({ finished: 1_000, failed: 0, confirmed: 1_000, failures: [] })
    // What had its outcome kept it: only the others were changed from then on.
    expect([...new Set(changes)].toSorted()).toEqual(
      tool.accounts.filter((account) => !done.has(account)).toSorted(),
    )
    const outcomes = await db
      .select({ outcome: bulkJobAccounts.outcome, data: bulkJobAccounts.data })
      .from(bulkJobAccounts)
      .where(eq(bulkJobAccounts.jobId, jobId))
    expect(outcomes).toHaveLength(1_000)
    for (const row of outcomes) expect(row).toMatchObject({ outcome: 'updated', data: { confirmed: true } })
    const [job] = await db.select().from(bulkJobs).where(eq(bulkJobs.id, jobId))
    expect(job?.credentials).toBeNull()
    await second.stop()
  },
)
