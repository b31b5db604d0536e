import { Hono } from 'hono'
import * as z from 'zod'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import type { World } from '#vendors/sandbox/world.ts'
import type { InstantlyEnv } from './accounts-api.ts'
import type { InstantlyState } from './state.ts'
import { refuse } from './wire.ts'

const perDay = z.object({
  sent: z.number().int().min(0),
  bounced: z.number().int().min(0),
  warmupSent: z.number().int().min(0),
  landed: z.number().int().min(0),
  /** People's answers, and those that were sent by themselves. */
  replied: z.number().int().min(0).default(0),
  automatic: z.number().int().min(0).default(0),
})
type PerDay = z.output<typeof perDay>

const dayMs = 86_400_000
const rangeMost = 31
const emailsMost = 200
/** Warm-up is told of the last days only. */
const warmupDays = 7

/** What each mailbox of a domain does a day; nothing where nobody has said so. */
const countsAt = (world: World) => world.store.collection<PerDay>('instantly.counts')
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Counts by account and day: below `/accounts`, before the routes of single accounts. */
export function analyticsApi(world: World, { accounts }: Pick<InstantlyState, 'accounts'>) {
  const app = new Hono<InstantlyEnv>()
  const ofWorkspace = (emails: readonly string[], workspaceId: string) =>
    emails
      .map((email) => email.toLowerCase())
      .filter((email) => accounts.get(email)?.workspaceId === workspaceId)
  const perDayOf = (email: string) => countsAt(world).get(email.slice(email.indexOf('@') + 1))

  app.get('/analytics/daily', (c) => {
    const emails = c.req.queries('emails') ?? []
    const [from, to] = [c.req.query('start_date') ?? '', c.req.query('end_date') ?? '']
    const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
    if (!(days >= 1 && days <= rangeMost)) return refuse(c, 400, `The range may be ${rangeMost} days at most`)
    if (emails.length === 0 || new Set(emails).size > emailsMost)
      return refuse(c, 400, `querystring/emails must have 1 to ${emailsMost} unique items`)
    const dates = Array.from({ length: days }, (_, n) => dayOf(Date.parse(from) + n * dayMs))
    return c.json(
      ofWorkspace(emails, c.get('workspaceId')).flatMap((email) => {
        const counted = perDayOf(email)
        if (!counted) return []
        const { sent, bounced, replied, automatic } = counted
        // As others have seen it: there are lines with more automatic ones than `unique_replies`.
        return dates.map((date) => ({
          ...{ date, email_account: email, sent, bounced, contacted: sent, new_leads_contacted: sent },
          ...{
            opened: 0,
            unique_opened: 0,
            replies: replied,
            unique_replies: replied,
            clicks: 0,
            unique_clicks: 0,
          },
          ...{ replies_automatic: automatic, unique_replies_automatic: automatic },
        }))
      }),
    )
  })

  app.post('/warmup-analytics', async (c) => {
    const body = z
      .object({ emails: z.array(z.string()).min(1).max(100) })
      .safeParse(await c.req.json().catch(() => undefined))
    if (!body.success) return refuse(c, 400, 'body/emails must hold between 1 and 100 addresses')
    const dates = Array.from({ length: warmupDays }, (_, n) => dayOf(world.now() - (n + 1) * dayMs))
    const counted = ofWorkspace(body.data.emails, c.get('workspaceId')).flatMap((email) => {
      const each = perDayOf(email)
      return each && each.warmupSent > 0 ? [{ email, ...each }] : []
    })
    const line = ({ warmupSent, landed }: PerDay, times: number) => ({
      sent: warmupSent * times,
      landed_inbox: landed * times,
      landed_spam: (warmupSent - landed) * times,
      received: warmupSent * times,
    })
    return c.json({
      email_date_data: Object.fromEntries(
        counted.map((each) => [each.email, Object.fromEntries(dates.map((date) => [date, line(each, 1)]))]),
      ),
      aggregate_data: Object.fromEntries(
        counted.map((each) => [
          each.email,
          {
            ...line(each, dates.length),
            health_score: Math.round((each.landed / each.warmupSent) * 100),
            health_score_label: `${Math.round((each.landed / each.warmupSent) * 100)}%`,
          },
        ]),
      ),
    })
  })
  return app
}

/** `POST /_instantly/counts {domain, sent, bounced, warmupSent, landed, replied?, automatic?}`: what each mailbox of a domain does every day. */
export const analyticsControl = (world: World): Hono =>
  new Hono().post('/counts', async (c) => {
    const body = await controlBody(c, z.object({}).catchall(z.unknown()))
    const counts = perDay.extend({ domain: z.string().min(1) }).safeParse(body)
    if (!counts.success)
      return c.json({ message: 'domain, sent, bounced, warmupSent and landed are needed' }, 422)
    const { domain, ...each } = counts.data
    countsAt(world).put(domain.toLowerCase(), each)
    return c.json(counts.data)
  })
