import { asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { customers, workItems } from '#base/db/schema/index.ts'
import { countOf } from '#base/text/count-of.ts'
import { required } from '#base/text/required.ts'
import { answerOptionsOf, commandOf } from '#features/work/rules/work-item-answers.ts'
import { answerWorkItem } from '#features/work/server/answer-work-item.ts'
import { foundAfterAnswer } from '#features/work/server/found-after-answer.ts'
import { workItemCsv } from '#features/work/server/work-item-csv.ts'
import { type Command, given, reading } from './command.ts'

const id = { help: 'the id that work-items list shows', required: true }

/** A look takes seconds; what is still looked at then is not waited for. */
const lookMs = 20_000
const againMs = 500
type Found = Awaited<ReturnType<typeof foundAfterAnswer>>

/** Waits until workers have looked at whatever waited for an answered item, or have had the time. */
async function lookedAt(db: Db, id: string, tell: (progress: string) => void): Promise<Found> {
  for (let waitedMs = 0; ; waitedMs += againMs) {
    const found = await foundAfterAnswer(db, id)
    if (found.isClosed || found.unseen === 0 || waitedMs >= lookMs) return found
    if (waitedMs === 0) tell('Noted. Whatever waited for it is being looked at.')
    await new Promise((resolve) => setTimeout(resolve, againMs))
  }
}

/** Domains whose lacks a sentence names; there may be hundreds. */
const namedMost = 5

function foundText({ isClosed, seen, unseen }: Found): string {
  if (isClosed) return 'Noted, and seen to be done.'
  const lacking = seen.filter(({ lacks }) => lacks !== null)
  return [
    lacking.length > 0
      ? 'Noted, and looked at. Not everything is there yet:'
      : unseen > 0
        ? 'Noted. Whatever waited for it is being looked at now.'
        : 'Noted. It stays open until it is seen to be done.',
    ...lacking.slice(0, namedMost).map(({ name, lacks }) => `  ${name}: ${lacks}`),
    ...(lacking.length > namedMost ? [`  and ${countOf(lacking.length - namedMost, 'more domain')}`] : []),
    ...(unseen > 0
      ? [`${countOf(unseen, 'domain is', 'domains are')} still to be looked at: see work-items list --all.`]
      : []),
  ].join('\n')
}

export const workItemCommands: readonly Command[] = [
  reading({
    name: 'work-items list',
    summary: 'what waits for a person, oldest first, with instructions',
    options: { all: { help: 'also what has been answered and is still to be observed', flag: true } },
    async read({ db }, options) {
      const rows = await db
        .select({ item: workItems, email: customers.email })
        .from(workItems)
        .leftJoin(customers, eq(customers.id, workItems.customerId))
        .where(isNull(workItems.closedAt))
        .orderBy(asc(workItems.createdAt))
      return rows
        .filter(({ item }) => options.all || item.answeredAt === null)
        .map(({ item, email }) => ({
          id: item.id,
          kind: item.kind,
          subject: item.subject,
          customer: email,
          since: item.createdAt,
          answered: item.answeredAt !== null,
          instructions: item.instructions,
          command: commandOf(item) ?? null,
          answer: `npm run operator -- work-items answer --id ${item.id} ${answerOptionsOf(item.kind)}`,
        }))
    },
    show: (items) =>
      items.length === 0
        ? 'Nothing waits for a person.'
        : items
            .map((item) =>
              [
                `${item.id}  ${item.kind.replaceAll('_', ' ')}  ${item.subject}`,
                `  since ${item.since.toISOString().slice(0, 16).replace('T', ' ')}${item.customer ? ` · ${item.customer}` : ''}${item.answered ? ' · answered, not observed yet' : ''}`,
                `  ${item.instructions}`,
                ...(item.command ? [`  ${item.command}`] : []),
                `  ${item.answer}`,
                '',
              ].join('\n'),
            )
            .join('\n'),
  }),
  {
    name: 'work-items answer',
    summary: 'say that it is done, or what came out of it; it is closed once that is observed',
    options: {
      id,
      done: { help: 'it is done', flag: true },
      txt: { help: 'the TXT value that Google’s console shows' },
      selector: { help: 'the prefix of that key, where it is not "google"' },
      selector1: { help: 'what the first CNAME that Microsoft’s portal shows points to' },
      selector2: { help: 'what the second CNAME points to' },
    },
    async run(deps, options, print, tell) {
      const { id: item, done, ...values } = options
      const filled = Object.entries(values).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, value]],
      )
      const answer: Record<string, string> = Object.fromEntries(done ? [...filled, ['done', 'yes']] : filled)
      const answered = required(item, '--id')
      await answerWorkItem(deps, answered, answer)
      const found = await lookedAt(deps.db, answered, tell)
      print(foundText(found), { data: { isSeen: found.isClosed, domains: found.seen } })
    },
  },
  {
    name: 'work-items csv',
    summary: 'print the mailboxes to upload, with their passwords; redirect it into a file',
    options: { id },
    async run(deps, options, print) {
      const { csv } = await workItemCsv(deps, given(options, 'id'))
      print(csv, { data: { csv } })
    },
  },
]
