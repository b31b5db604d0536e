import { asc, eq, isNull } from 'drizzle-orm'
import { required } from '#shared/text/required.ts'
import { answerOptionsOf } from '#shared/work/work-item-answers.ts'
import { customers, workItems } from '../db/schema/index.ts'
import { answerWorkItem } from '../features/work-items/answer-work-item.ts'
import { workItemCsv } from '../features/work-items/work-item-csv.ts'
import { type Command, given, reading } from './command.ts'

const id = { help: 'the id that work-items list shows', required: true }

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
    async run(deps, options, print) {
      const { id: item, done, ...values } = options
      const filled = Object.entries(values).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, value]],
      )
      const answer: Record<string, string> = Object.fromEntries(done ? [...filled, ['done', 'yes']] : filled)
      await answerWorkItem(deps, required(item, '--id'), answer)
      print('Noted. Whatever waited for it is being looked at now.')
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
