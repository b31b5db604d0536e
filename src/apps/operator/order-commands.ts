import { and, asc, desc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { groupSettings } from '#base/db/group-settings.ts'
import {
  bundles,
  customers,
  domainEvents,
  domainNames,
  domains,
  orders,
  workItems,
} from '#base/db/schema/index.ts'
import { invalid, notFound } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import { factsOf } from '#delivery/provisioning/facts.ts'
import { pauseRetiring, readPause, resumeRetiring } from '#delivery/provisioning/retire-gate.ts'
import { retryDomain } from '#features/orders/server/retry-domain.ts'
import { type Command, reading } from './command.ts'
import { orderListCommand } from './order-list-command.ts'

const eventsShown = 30

const nameOf = (text: string | undefined): string => text?.trim().toLowerCase() ?? ''
const moment = (time: Date | null | undefined): string =>
  time ? time.toISOString().slice(0, 19).replace('T', ' ') : '-'

export const orderCommands: readonly Command[] = [
  orderListCommand,
  reading({
    name: 'order show',
    summary: 'what happened to the domains of an order, which step each is at, and what was answered last',
    options: {
      domain: { help: 'this domain alone' },
      order: { help: 'all domains of this order, or of this group of one, by its id' },
    },
    async read({ db }, options) {
      if ((options.domain === undefined) === (options.order === undefined))
        throw invalid('Give either --domain or --order.')
      const rows = await db
        .select({
          domain: domains,
          name: domainNames,
          bundle: bundles,
          order: orders,
          companyName: groupSettings.companyName,
          email: customers.email,
        })
        .from(domains)
        .leftJoin(domainNames, eq(domainNames.name, domains.name))
        .innerJoin(bundles, eq(bundles.id, domains.bundleId))
        .innerJoin(orders, eq(orders.id, bundles.orderId))
        .innerJoin(customers, eq(customers.id, orders.customerId))
        .where(
          options.order !== undefined
            ? or(eq(orders.id, options.order.trim()), eq(bundles.id, options.order.trim()))
            : eq(domains.name, nameOf(options.domain)),
        )
        .orderBy(asc(orders.createdAt), asc(bundles.orderIndex), asc(domains.slot))
      if (rows.length === 0) throw notFound('There is no such order.')
      const open = await openWorkItems(
        db,
        rows.map(({ domain }) => domain.name),
      )
      return Promise.all(
        rows.map(async (row) => ({
          ...row,
          workItems: open.get(row.domain.name) ?? [],
          events: await readEvents(db, row.domain.id),
        })),
      )
    },
    show: (rows) => rows.flatMap((row) => [describe(row), timeline(row.events)]).join('\n'),
  }),
  {
    name: 'order retry',
    summary: 'look at a domain at once, even while a retry is scheduled or it has stopped with an error',
    options: { domain: { help: 'the domain', required: true } },
    async run(deps, options, print) {
      const name = nameOf(options.domain)
      await retryDomain(deps, name)
      print(`${name} is being looked at. See: npm run operator -- order show --domain ${name}`, {
        data: { domain: name },
      })
    },
  },
  {
    name: 'pause',
    summary: 'stop everything that takes domains and mailboxes down, at once and until resume',
    options: { reason: { help: 'why; `doctor` shows it' } },
    async run({ db }, options, print) {
      await pauseRetiring(db, options.reason?.trim() || 'no reason given')
      print('Nothing is taken down any more. Setting up continues. Undo with: npm run operator -- resume')
    },
  },
  {
    name: 'resume',
    summary: 'let what takes domains and mailboxes down go on',
    async run({ db }, _options, print) {
      const pause = await readPause(db)
      if (!pause) return print('It is not paused.', { data: { domains: 0 } })
      const woken = await resumeRetiring(db)
      print(
        `It was paused since ${moment(pause.since)} (${pause.reason}). ${countOf(woken, 'domain')} going on.`,
        { data: { domains: woken } },
      )
    },
  },
]

async function openWorkItems(
  db: Db,
  names: string[],
): Promise<Map<string, (typeof workItems.$inferSelect)[]>> {
  const rows = await db
    .select()
    .from(workItems)
    .where(and(isNull(workItems.closedAt), inArray(workItems.subject, names)))
  return Map.groupBy(rows, ({ subject }) => subject)
}

interface Shown {
  domain: typeof domains.$inferSelect
  name: typeof domainNames.$inferSelect | null
  bundle: typeof bundles.$inferSelect
  order: typeof orders.$inferSelect
  companyName: string
  email: string
  workItems: readonly (typeof workItems.$inferSelect)[]
}

function describe({ domain, name, bundle, order, companyName, email, workItems: items }: Shown): string {
  const rows: [string, string][] = [
    ['order', `${order.id} · ${companyName} · ${email}`],
    [
      'bundle',
      `${bundle.id} · ${bundle.plan} · ${bundle.status}${bundle.hold ? ` · held: ${bundle.hold}` : ''}`,
    ],
    [
      'status',
      `${domain.status} · wanted: ${domain.want}${domain.statusNote ? ` · "${domain.statusNote}"` : ''}`,
    ],
  ]
  if (domain.releasedAt) rows.push(['released', moment(domain.releasedAt)])
  else if (name) {
    rows.push(
      ['step', name.step ? `${name.step}, since ${moment(name.stepSince)}` : 'none missing'],
      ['next look', `${moment(name.nextRunAt)} · ${countOf(name.attempts, 'attempt')} without progress`],
    )
    if (name.providerAccountId) rows.push(['placed at', name.providerAccountId])
    if (name.problem) {
      const { kind, waitsFor, vendor, operation, reason, isOverLimit, at } = name.problem
      if (isOverLimit) rows.push(['waits', `at a limit of ${vendor}, since ${moment(name.stepSince)}`])
      rows.push([
        'last answer',
        `${at} · ${vendor} ${operation}: ${reason} (${kind}${waitsFor ? `: ${waitsFor}` : ''})`,
      ])
    }
    const facts = Object.entries(factsOf(name))
    rows.push([
      'known',
      facts.map(([fact, known]) => `${fact} ${known?.at.slice(0, 16) ?? ''}`.trim()).join(', '),
    ])
  }
  for (const item of items)
    rows.push(['work item', `${item.id} · ${item.kind} · ${item.answeredAt ? 'answered' : 'open'}`])
  return ['', domain.name, ...rows.map(([label, text]) => `  ${label.padEnd(12)}${text}`)].join('\n')
}

const readEvents = (db: Db, domainId: string) =>
  db
    .select({ at: domainEvents.at, kind: domainEvents.kind, sentence: domainEvents.sentence })
    .from(domainEvents)
    .where(eq(domainEvents.domainId, domainId))
    .orderBy(desc(domainEvents.id))
    .limit(eventsShown)

const timeline = (events: Awaited<ReturnType<typeof readEvents>>): string =>
  events.map(({ at, sentence, kind }) => `  ${moment(at)}  ${sentence} (${kind})`).join('\n')
