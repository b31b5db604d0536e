import { portTable, type RefusalRow, type VendorBehavior, wordsBy } from '#vendors/client/behavior.ts'
import type { SendingTool, ToolSignIn } from '#vendors/ports/sending-tools.ts'
import { pagesMost } from './api.ts'
import { explain, explainList, toSignInResult, toToolMailbox } from './wire.ts'

const list = { pages: `${pagesMost.all} pages`, past: 'not read; nor is one that brings the same page again' }
const oneOfMany = ['says of one alone that it is $says ($status)'] as const
const each = { refusals: 'each its own outcome', gone: 'that one fails', shownBy: oneOfMany }

const refusal = (said: string, status: number, about: RefusalRow['about']): RefusalRow => ({
  said,
  status,
  about,
  body: { message: said },
})
const connection = (status: string): string =>
  toToolMailbox({ id: 1, email: 'x@x.com', daily_limit: 1, status }).connection.state

export const bison: VendorBehavior = {
  ports: [
    portTable<SendingTool>('Workspace', {
      signInAt: { shownBy: ['opens Google’s page for a mailbox at Google'] },
      mailboxes: { list, shownBy: ['is not asked for ever by an instance whose lists do not end'] },
      mailbox: { list },
      configure: each,
      pause: {
        ...each,
        refusals: 'each its own outcome; 422 to a limit of 0: one a day, and said so',
        shownBy: [
          'says what a mailbox still sends where a limit of 0 is %s, and has its warm-up off all the same',
        ],
      },
      resume: each,
      limit: each,
      counts: {
        list,
        shownBy: [
          'asks for no counts of what the workspace does not have: without a sender they would be of all of it',
        ],
      },
      domainCounts: { absent: 'It counts by mailbox.' },
      disconnect: {
        refusals: 'each its own outcome',
        gone: 'done',
        shownBy: ['takes one that was moved to another workspace for gone, and goes on with the others'],
      },
      probe: { shownBy: ['says whether the credentials work'] },
    }),
    portTable<ToolSignIn>('Signing in to a mailbox', {
      begin: {
        gone: 'an instance without such pages: a person uploads the mailboxes',
        shownBy: [
          'has no sign-in page: a person uploads Microsoft and Google mailboxes, then limit and warm-up are set',
        ],
      },
      result: {
        gone: 'lost: a new sign-in begins',
        shownBy: ['knows nothing of a page that nobody used in time, nor of one that is not its own'],
      },
      trySending: { absent: 'It has no such call.' },
    }),
  ],
  states: [
    {
      of: 'status of a sender',
      words: wordsBy(['Connected', 'not_connected', 'Disconnected', 'Pending'], connection),
      unknown: connection('a word that nobody has described'),
      shownBy: ['say with %j whether it can sign in'],
    },
    {
      of: 'status of a sign-in session',
      words: wordsBy(
        ['pending', 'success', 'failure', 'expired'],
        (status) => toSignInResult({ id: 1, status }).state,
      ),
      unknown: `${toSignInResult({ id: 1, status: 'a word' }).state}, until the session ends by itself`,
      shownBy: [
        'name a sign-in page wherever in the answer it stands, and its four states; any other word decides nothing',
      ],
    },
  ],
  refusals: [
    {
      of: 'a call about a record',
      explain,
      rows: [
        refusal('Unauthenticated.', 401, 'the account'),
        refusal('does not match the workspace', 403, 'this one'),
        refusal('Forbidden', 403, 'this one'),
        refusal('Record not found', 404, 'this one'),
        refusal('a refusal that nobody has described', 422, 'this one'),
        { said: '404 of some other server', status: 404, about: 'the account', body: 'no' },
        { said: 'a redirect', status: 302, about: 'the account' },
        { said: '429', status: 429, about: 'the account' },
      ],
      shownBy: ['are read: %i %j', 'says so when the address leads elsewhere or is no Email Bison'],
    },
    {
      of: 'a list',
      explain: explainList,
      rows: [refusal('does not match the workspace', 403, 'the account')],
      shownBy: ['reads a list that is refused for its workspace as a key to be corrected'],
    },
  ],
}
