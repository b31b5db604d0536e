import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import type { World } from '#vendors/sandbox/world.ts'
import type { BisonEnv } from './senders-api.ts'
import type { BisonSender, BisonState } from './state.ts'
import { invalid } from './wire.ts'

const perDay = z.object({
  sent: z.number().int().min(0),
  bounced: z.number().int().min(0),
  warmupSent: z.number().int().min(0),
  replied: z.number().int().min(0).default(0),
})
type PerDay = z.output<typeof perDay>

const dayMs = 86_400_000
const nothing: PerDay = { sent: 0, bounced: 0, warmupSent: 0, replied: 0 }
/** What each sender of a domain does a day; nothing where nobody has said so. */
const countsAt = (world: World) => world.store.collection<PerDay>('bison.counts')
const perDayOf = (world: World, { email }: BisonSender): PerDay =>
  countsAt(world).get(email.slice(email.indexOf('@') + 1)) ?? nothing

/** The days that a query asks for, each as "2026-11-25"; undefined where they are missing or out of order. */
export function askedDays(c: Context): string[] | undefined {
  const from = Date.parse(c.req.query('start_date') ?? '')
  const to = Date.parse(c.req.query('end_date') ?? '')
  if (!(from <= to)) return undefined
  return Array.from({ length: Math.floor((to - from) / dayMs) + 1 }, (_, n) =>
    new Date(from + n * dayMs).toISOString().slice(0, 10),
  )
}

export const refuseDays = (c: Context) =>
  invalid(c, {
    ...(!c.req.query('start_date') && { start_date: ['The start date field is required.'] }),
    end_date: ['The end date field must be a date after or equal to start date.'],
  })

/** As "Get warmup details" of the reference describes them: https://dedi.emailbison.com/api/reference. */
export const warmupCountsOf = (world: World, sender: BisonSender, days: readonly string[]) => ({
  warmup_emails_sent: perDayOf(world, sender).warmupSent * days.length,
  warmup_replies_received: 0,
  warmup_emails_saved_from_spam: 0,
  warmup_score: sender.warmupEnabled ? 97 : 0,
  warmup_bounces_received_count: 0,
  warmup_bounces_caused_count: 0,
  warmup_disabled_for_bouncing_count: 0,
})

/**
 * "Breakdown of events by date" of the same reference: a line for each kind of event over all senders that are asked for,
 * of the whole workspace where none is. What becomes of a sender that the workspace does not have is not described, so
 * the call is refused; inferred from Laravel, which also reads a list only with brackets behind its name.
 */
export const campaignEvents = (state: BisonState) =>
  new Hono<BisonEnv>().get('/stats', (c) => {
    const days = askedDays(c)
    if (!days) return refuseDays(c)
    const workspaceId = c.get('workspaceId')
    const ids = c.req.queries('sender_email_ids[]')
    const found: (BisonSender | undefined)[] = ids
      ? ids.map((id) => state.senderOf(workspaceId, Number(id)))
      : state.sendersOf(workspaceId)
    const senders = found.filter((sender) => sender !== undefined)
    if (senders.length < found.length)
      return invalid(c, { sender_email_ids: ['The selected sender email ids is invalid.'] })
    const total = (of: (counts: PerDay) => number) =>
      senders.reduce((sum, sender) => sum + of(perDayOf(state.world, sender)), 0)
    const line = (label: string, color: string, count: number) => ({
      label,
      color,
      dates: days.map((date) => [date, count]),
    })
    return c.json({
      data: [
        line(
          'Replied',
          '#f54842',
          total(({ replied }) => replied),
        ),
        line('Total Opens', '#00E396', 0),
        line(
          'Sent',
          '#3B82F6',
          total(({ sent }) => sent),
        ),
        line('Unsubscribed', '#fffff2', 0),
        line(
          'Bounced',
          '#fffff1',
          total(({ bounced }) => bounced),
        ),
        line('Interested', '#fffff3', 0),
        line('Unique Opens', '#00d0ff', 0),
      ],
    })
  })

/** `POST /_bison/counts {domain, sent, bounced, warmupSent, replied?}`: what each sender of a domain does every day. */
export const bisonCountsControl = ({ world }: BisonState): Hono =>
  new Hono().post('/counts', async (c) => {
    const body = await controlBody(c, z.object({}).catchall(z.unknown()))
    const counts = perDay.extend({ domain: z.string().min(1) }).safeParse(body)
    if (!counts.success) return c.json({ message: 'domain, sent, bounced and warmupSent are needed' }, 422)
    const { domain, ...each } = counts.data
    countsAt(world).put(domain.toLowerCase(), each)
    return c.json(counts.data)
  })
