import { Hono } from 'hono'
import { createTransport } from 'nodemailer'
import * as z from 'zod'
import { publishedRecords } from '#vendors/dns/simulator/published-records.ts'
import type { Vendor, World } from '../world.ts'
import { receivers, reportMail } from './report-mail.ts'

const asked = z.object({
  domain: z.string(),
  receiver: z.enum(Object.keys(receivers) as [keyof typeof receivers]),
  /** Where the mail server of the reports' host listens on this machine. */
  port: z.number().int(),
  /** The last moment of the day that is reported of, in epoch seconds. */
  end: z.number().int(),
  id: z.string(),
  mails: z.array(
    z.object({
      ip: z.string(),
      count: z.number().int(),
      dkim: z.enum(['pass', 'fail']),
      spf: z.enum(['pass', 'fail']),
      envelopeFrom: z.string(),
      reason: z.string().optional(),
    }),
  ),
})

/** The receivers that report what they see of a domain's mail, when the control says that they do. */
export function createReporters(world: World): Vendor {
  return {
    name: 'reporters',
    prefix: '/reporters',
    app: new Hono(),
    control: new Hono().post('/reports', async (c) => {
      const parsed = asked.safeParse(await c.req.json().catch(() => undefined))
      if (!parsed.success) return c.json({ message: z.prettifyError(parsed.error) }, 400)
      const { domain, receiver, port, end, id, mails } = parsed.data
      const to = reportAddress(world, domain)
      if (to === undefined) return c.json({ sent: false, message: 'Nobody may be told.' })
      const mail = await reportMail(receiver, to, { domain, begin: end - 86_399, end, id, mails })
      const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
      try {
        const { response } = await transport.sendMail({
          envelope: { from: receivers[receiver].from, to },
          raw: mail,
        })
        return c.json({ sent: true, to, message: response })
      } catch (error) {
        return c.json({ sent: false, to, message: String(error) })
      }
    }),
  }
}

/**
 * Where a domain's reports may be sent: to the address in its policy, and where that is another domain's, only if that
 * one says that it takes them. Without that a receiver sends nothing and says nothing (RFC 7489, 7.1; RFC 9990, 4).
 */
function reportAddress(world: World, domain: string): string | undefined {
  const policies = publishedRecords(world, `_dmarc.${domain}`).filter(({ content }) =>
    content.startsWith('v=DMARC1'),
  )
  const to = /;\s*rua=mailto:([^\s;,!]+)/.exec(policies[0]?.content ?? '')?.[1]
  if (policies.length !== 1 || to === undefined) return undefined
  const host = to.slice(to.indexOf('@') + 1)
  if (host === domain || host.endsWith(`.${domain}`)) return to
  const takes = publishedRecords(world, `${domain}._report._dmarc.${host}`)
  return takes.some(({ type, content }) => type === 'TXT' && content.startsWith('v=DMARC1')) ? to : undefined
}
