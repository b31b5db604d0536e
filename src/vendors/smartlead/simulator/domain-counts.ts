import { Hono } from 'hono'
import * as z from 'zod'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { overLimit, type SmartleadEnv } from './key-auth.ts'
import type { SmartleadState } from './state.ts'
import { variantsIn } from './variants.ts'

const perDay = z.object({ sent: z.number().int().min(0), bounced: z.number().int().min(0) })
type PerDay = z.output<typeof perDay>

const dayMs = 86_400_000
/** What each mailbox of a domain does a day; nothing where nobody has said so. */
const countsAt = (world: World) => world.store.collection<PerDay>('smartlead.counts')
const share = (some: number, all: number) => `${((100 * some) / Math.max(1, all)).toFixed(2)}%`

/**
 * Counts by domain of what the user's accounts have sent, a page at a time, with rates as texts beside them:
 * https://api.smartlead.ai/api-reference/analytics/domain-wise-health. Inferred from public clients: domains that have
 * sent nothing are left out, and it has a limit of its own.
 */
export function domainCounts(state: SmartleadState) {
  const { world } = state
  const tenAMinute = createBuckets(world, 10 / 60, 10)
  return new Hono<SmartleadEnv>().get('/domain-wise-health-metrics', (c) => {
    const userId = c.get('userId')
    const taken = tenAMinute(String(userId)).take()
    if (!taken.ok) return c.json(overLimit(taken.retryAfterSeconds), 429)
    const [from, to] = [c.req.query('start_date') ?? '', c.req.query('end_date') ?? '']
    const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
    if (!(days >= 1)) return c.json({ error: '"start_date" and "end_date" must be days in order' }, 422)
    const variants = variantsIn(world)
    const counted = variants.counts === 'texts' ? String : Number
    const offset = variants.countsHeedOffset ? Number(c.req.query('offset') ?? 0) : 0
    const limit = Math.min(Number(c.req.query('limit') ?? Infinity), variants.countedAtOnce)
    if (!(offset >= 0 && limit >= 1)) return c.json({ error: '"limit" and "offset" must be numbers' }, 422)
    const accounts = Map.groupBy(state.accountsOf(userId), ({ fromEmail }) =>
      fromEmail.slice(fromEmail.indexOf('@') + 1),
    )
    const metrics = [...accounts].flatMap(([domain, of]) => {
      const each = countsAt(world).get(domain)
      if (!each || each.sent === 0) return []
      const [sent, bounced] = [each.sent * of.length * days, each.bounced * of.length * days]
      return [
        {
          domain,
          sent: counted(sent),
          opened: counted(0),
          replied: counted(0),
          positive_replied: counted(0),
          bounced: counted(bounced),
          unique_lead_count: counted(sent),
          unique_open_count: counted(0),
          open_rate: '0.00%',
          reply_rate: '0.00%',
          positive_reply_rate: '0.00%',
          bounce_rate: share(bounced, sent),
        },
      ]
    })
    return c.json({
      success: true,
      message: 'Domain health metrics fetched successfully',
      data: { domain_health_metrics: metrics.slice(offset, offset + limit) },
    })
  })
}

/** `POST /_smartlead/counts {domain, sent, bounced}`: what each mailbox of a domain does every day. */
export const domainCountsControl = (world: World): Hono =>
  new Hono().post('/counts', async (c) => {
    const body = await controlBody(c, z.object({}).catchall(z.unknown()))
    const counts = perDay.extend({ domain: z.string().min(1) }).safeParse(body)
    if (!counts.success) return c.json({ message: 'domain, sent and bounced are needed' }, 422)
    const { domain, ...each } = counts.data
    countsAt(world).put(domain.toLowerCase(), each)
    return c.json(counts.data)
  })
