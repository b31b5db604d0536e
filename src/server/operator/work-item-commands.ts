import { asc, eq, isNull } from 'drizzle-orm'
import { customers, workItems } from '../db/schema/index.ts'
import { answerFormOf, answerWorkItem } from '../features/work-items/answer-work-item.ts'
import { workItemCsv } from '../features/work-items/work-item-csv.ts'
import type { Command } from './command.ts'

const id = { help: 'the id that work-items list shows', required: true }

export const workItemCommands: readonly Command[] = [
  {
    name: 'work-items list',
    summary: 'what waits for a person, oldest first, with instructions',
    options: { all: { help: 'also what has been answered and is still to be observed', flag: true } },
    async run({ db }, options, print) {
      const rows = await db
        .select({ item: workItems, email: customers.email })
        .from(workItems)
        .leftJoin(customers, eq(customers.id, workItems.customerId))
        .where(isNull(workItems.closedAt))
        .orderBy(asc(workItems.createdAt))
      const shown = options.all ? rows : rows.filter(({ item }) => item.answeredAt === null)
      if (shown.length === 0) return print('Nothing waits for a person.')
      for (const { item, email } of shown) {
        print(
          [
            `${item.id}  ${item.kind.replaceAll('_', ' ')}  ${item.subject}`,
            `  since ${item.createdAt.toISOString().slice(0, 16).replace('T', ' ')}${email ? ` · ${email}` : ''}${item.answeredAt ? ' · answered, not observed yet' : ''}`,
            `  ${item.instructions}`,
            `  npm run operator -- work-items answer --id ${item.id} ${usageOf(item.kind)}`,
            '',
          ].join('\n'),
        )
      }
    },
  },
  {
    name: 'work-items answer',
    summary: 'say that it is done, or what came out of it; it is closed once that is observed',
    options: {
      id,
      done: { help: 'it is done', flag: true },
      txt: { help: 'the TXT value that the console shows' },
    },
    async run(deps, options, print) {
      const answer: Record<string, string> = {}
      if (options.txt !== undefined) answer.txt = options.txt
      if (options.done) answer.done = 'yes'
      await answerWorkItem(deps, options.id as string, answer)
      print('Noted. Whatever waited for it is being looked at now.')
    },
  },
  {
    name: 'work-items csv',
    summary: 'print the mailboxes to upload, with their passwords; redirect it into a file',
    options: { id },
    async run(deps, options, print) {
      print(await workItemCsv(deps, options.id as string))
    },
  },
]

const usageOf = (kind: string): string => (answerFormOf(kind).key === 'txt' ? '--txt "v=DKIM1; …"' : '--done')
