import {
  portTable,
  type RefusalRow,
  unreadWord,
  type VendorBehavior,
  wordsBy,
} from '#vendors/client/behavior.ts'
import { pagesMost } from '#vendors/client/list-end.ts'
import type { BulkTool } from '#vendors/ports/bulk-tools.ts'
import type { SendingTool, ToolSignIn } from '#vendors/ports/sending-tools.ts'
import { pageSize } from './api.ts'
import { isUnderWay } from './finish-warmup-job.ts'
import { explainWith, job, toSignInResult, toToolMailbox } from './wire.ts'

const list = {
  pages: `${pageSize} a page, ${pagesMost} pages`,
  past: 'not read; nor is one that brings the same page again',
}
const oneOfMany = ['says of one alone that it is $says ($status)'] as const
const each = { refusals: 'each its own outcome', gone: 'that one fails', shownBy: oneOfMany }

const refusal = (said: string, status: number, about: RefusalRow['about']): RefusalRow => ({
  said,
  status,
  about,
  body: { message: said },
})

export const instantly: VendorBehavior = {
  ports: [
    portTable<SendingTool>('Workspace', {
      signInAt: { shownBy: ['opens Google’s page for a mailbox at Google'] },
      mailboxes: {
        list,
        shownBy: ['pages to the end of a long list, though a cursor comes with the last page'],
      },
      mailbox: { gone: 'none' },
      configure: each,
      pause: {
        ...each,
        refusals: 'each its own outcome; whom pausing names as failed is looked at',
        shownBy: ['says which mailbox could not be paused, and pauses the others'],
      },
      resume: each,
      limit: each,
      counts: { gone: 'counts as nothing sent' },
      domainCounts: { absent: 'It counts by mailbox.' },
      disconnect: { refusals: 'each its own outcome', gone: 'done', shownBy: oneOfMany },
      probe: { shownBy: ['says which workspace a key opens, also when another one is asked for'] },
    }),
    portTable<ToolSignIn>('Signing in to a mailbox', {
      begin: {
        shownBy: ['opens a page at the host whose end is told once, with the address that signed in'],
      },
      result: {
        gone: 'lost: a new sign-in begins',
        shownBy: [
          'loses a session that nobody knows, another workspace’s, and one that was left for ten minutes',
        ],
      },
      trySending: { shownBy: ['tries sending, and says by its code why a mailbox cannot'] },
    }),
    portTable<BulkTool>('Bulk updates', {
      listAccounts: {
        list,
        shownBy: ['are not asked for ever by a browser whose list ignores where it is to continue'],
      },
      listNarrowed: { list },
      tagPages: { list },
      updateSettings: each,
      enableWarmup: each,
      disableWarmup: each,
      setSignature: each,
      setTags: each,
      readBack: {
        gone: 'left out',
        shownBy: ['are not fooled by a success that did nothing: reading back shows it'],
      },
    }),
  ],
  states: [
    {
      of: 'status of an account',
      words: wordsBy(
        [1, 2, -1, -2, -3],
        (status) => toToolMailbox({ email: 'x@x.com', status }).connection.state,
      ),
      unknown: toToolMailbox({ email: 'x@x.com', status: 99 }).connection.state,
      shownBy: ['say with %j whether it can sign in'],
    },
    {
      of: 'warmup_status of an account',
      words: wordsBy([0, 1, -1, -2, -3], (warmup_status) => {
        const { warmupOn, warmupBarred } = toToolMailbox({ email: 'x@x.com', warmup_status })
        return warmupBarred ? 'barred' : warmupOn ? 'on' : 'off'
      }),
      unknown: 'off',
      shownBy: ['say with warm-up status %i that it is barred'],
    },
    {
      of: 'status of a sign-in session',
      words: wordsBy(
        ['pending', 'success', 'error', 'expired'],
        (status) => toSignInResult({ status }).state,
      ),
      unknown: `${toSignInResult({ status: 'a word' }).state}, until the session ends by itself`,
      shownBy: ['tell what came of a sign-in; a word that nobody has described decides nothing'],
    },
    {
      of: 'status of a background job',
      words: wordsBy(job.shape.status.options, (status) =>
        isUnderWay({ id: 'x', status }) ? 'under way: the accounts tell the rest' : status,
      ),
      unknown: unreadWord,
      shownBy: [
        'report a job only in a state that is known',
        'that never seems to end is left to itself, and said so',
      ],
    },
  ],
  refusals: [
    {
      of: 'every call',
      explain: explainWith('the API key is not valid or was revoked'),
      rows: [
        refusal('Unauthorized', 401, 'the account'),
        refusal('Payment Required', 402, 'the account'),
        refusal('Forbidden', 403, 'this one'),
        refusal('Not Found', 404, 'this one'),
        refusal('Too Many Requests', 429, 'the account'),
        refusal('a refusal that nobody has described', 400, 'this one'),
        { said: '404 of some other server', status: 404, about: 'the vendor', body: 'no' },
      ],
      shownBy: ['are read: %i %j', 'stops everybody who shares the account after a 429'],
    },
  ],
}
