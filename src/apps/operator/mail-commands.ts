import { invalid } from '#base/http/refusal.ts'
import { readUnsent, sendAgain } from '#features/home/server/send-again.ts'
import { type Command, reading, table } from './command.ts'

const listedMost = 1_000
const minute = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')

/** What the mail relay refuses. */
export const mailCommands: readonly Command[] = [
  reading({
    name: 'mail list',
    summary: 'whether the mail relay takes email, how many wait, and what was given up in the last 30 days',
    read: ({ db }) => readUnsent(db, listedMost),
    isWell: ({ stopped }) => stopped === null,
    show: ({ stopped, waiting, givenUp }) =>
      [
        stopped
          ? `The mail relay has refused every email since ${minute(stopped.since)}: ${stopped.problem ?? 'no answer'}. The next try is at ${minute(stopped.nextTryAt)}.`
          : 'The mail relay takes email.',
        `Waiting: ${waiting}. Given up: ${givenUp.count}.`,
        ...(givenUp.latest.length > 0
          ? [
              table(
                givenUp.latest.map(({ id, recipient, subject, since, problem }) => ({
                  id,
                  to: recipient,
                  subject,
                  since: minute(since),
                  reason: problem ?? '',
                })),
              ),
            ]
          : []),
      ].join('\n'),
  }),
  {
    name: 'mail send-again',
    summary: 'send an email that was given up again, or all of them, and try the mail relay now',
    options: {
      id: { help: 'the ID that mail list shows' },
      all: { help: 'everything that was given up or waits', flag: true },
    },
    async run(deps, { id, all }, print) {
      if ((id === undefined) === (all === undefined)) throw invalid('Name one with --id, or send --all.')
      print(await sendAgain(deps, id))
    },
  },
]
