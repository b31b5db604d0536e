import { Hono } from 'hono'
import * as z from 'zod'
import type { ConsoleSection } from '../console/sections.ts'
import { controlBody } from '../json-body.ts'
import type { Vendor, World } from '../world.ts'
import { hostedMessages, mailRules } from './messages.ts'
import { seedProbes } from './seed-probes.ts'

const shown = 50
const ruleForm = z.object({
  domain: z.string().min(3),
  placement: z.enum(['as checked', 'junk', 'lost', 'tab']),
  at: z.enum(['both', 'microsoft', 'google']).default('both'),
})

/**
 * The mail that mailboxes at Microsoft and Google send each other. `POST /_hosted-mail/rule {domain, placement, at}` has the
 * receiving hosts, or one of them, put a domain's mail into Junk or (at Gmail) under Promotions, or lose it.
 */
export function createHostedMail(world: World): Vendor {
  const rules = mailRules(world.store)
  return {
    name: 'hosted-mail',
    prefix: '/hosted-mail',
    app: new Hono(),
    control: new Hono().post('/rule', async (c) => {
      const { domain, placement, at } = await controlBody(c, ruleForm)
      const name = domain.trim().toLowerCase()
      if (placement === 'as checked') rules.delete(name)
      else rules.put(name, { placement, ...(at !== 'both' && { at }) })
      return c.json({ domain: name, placement, at })
    }),
    seed: () => seedProbes(world),
    sections: () => [arrivedMail(world)],
  }
}

function arrivedMail(world: World): ConsoleSection {
  const messages = hostedMessages(world.store)
  return {
    title: 'Mail between mailboxes',
    hint: 'What mailboxes at Microsoft and Google have received, with what the receiving host found out about it.',
    columns: ['From', 'To', 'Folder', 'Authentication-Results'],
    empty: 'No mail was received yet.',
    total: messages.count(),
    rows: messages.list({ newestFirst: true, limit: shown }).map((message) => {
      const results = message.headers.find(({ name }) => name === 'Authentication-Results')?.value
      return {
        cells: [
          { text: message.from, mono: true },
          { text: message.to, mono: true },
          message.folder === 'inbox'
            ? { text: message.isPromotion ? 'Promotions' : 'Inbox', tone: 'good' }
            : { text: 'Junk', tone: 'bad' },
          { text: results?.replace(/\s+/g, ' ') ?? 'none', tone: 'quiet', mono: true, long: true },
        ],
      }
    }),
    actions: [
      {
        label: 'Treat a domain’s mail',
        path: '/_hosted-mail/rule',
        inputs: [
          { name: 'domain', label: 'Sending domain' },
          {
            name: 'placement',
            label: 'Its mail',
            options: [
              { value: 'as checked', label: 'as checked' },
              { value: 'junk', label: 'into Junk' },
              { value: 'tab', label: 'under Promotions (Gmail only)' },
              { value: 'lost', label: 'is lost' },
            ],
          },
          {
            name: 'at',
            label: 'At',
            options: [
              { value: 'both', label: 'Microsoft and Google' },
              { value: 'microsoft', label: 'Microsoft' },
              { value: 'google', label: 'Google' },
            ],
          },
        ],
      },
    ],
  }
}
