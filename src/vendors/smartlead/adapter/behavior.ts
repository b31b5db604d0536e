import { portTable, type RefusalRow, type VendorBehavior, wordsBy } from '#vendors/client/behavior.ts'
import { pagesMost } from '#vendors/client/list-end.ts'
import type { BulkTool } from '#vendors/ports/bulk-tools.ts'
import type { SendingTool, ToolSignIn } from '#vendors/ports/sending-tools.ts'
import { pageSize } from './api.ts'
import { pagesMost as countsPagesMost } from './count-by-domain.ts'
import { explainWith, toToolMailbox } from './wire.ts'

const list = {
  pages: `${pageSize} a page, ${pagesMost} pages`,
  past: 'not read; nor is one that brings the same page again',
}
const oneOfMany = ['says of one alone that it is $says ($status)'] as const
const each = { refusals: 'each its own outcome', gone: 'that one fails', shownBy: oneOfMany }
const account = { id: 1, from_email: 'x@x.com' }

const refusal = (said: string, status: number, about: RefusalRow['about']): RefusalRow => ({
  said,
  status,
  about,
  body: { message: said },
})

export const smartlead: VendorBehavior = {
  ports: [
    portTable<SendingTool>('Account', {
      signInAt: { shownBy: ['opens the customer’s own link of a platform, and knows no way in without one'] },
      mailboxes: { list },
      mailbox: { list },
      configure: each,
      pause: {
        ...each,
        refusals:
          'each its own outcome; “already suspended”: done; 403 to suspending: limited to one a day, and said so',
        shownBy: [
          'takes one that is suspended already for paused',
          'limits a mailbox that could not be suspended and says so',
        ],
      },
      resume: {
        ...each,
        refusals: 'each its own outcome; “not suspended” and what is not there: done',
        shownBy: ['pauses and resumes again what was left half-way, where doing it twice is refused'],
      },
      limit: each,
      counts: { absent: 'It counts by domain.' },
      domainCounts: {
        list: { pages: `${countsPagesMost} pages`, past: 'told as not whole' },
        shownBy: [
          'keeps the counts that were read before the limit was used up, as a list that is not whole',
        ],
      },
      disconnect: { refusals: 'each its own outcome', gone: 'done', shownBy: oneOfMany },
      probe: { shownBy: ['refuses a key that is not valid in plain words'] },
    }),
    portTable<ToolSignIn>('Signing in to a mailbox', {
      begin: { shownBy: ['opens the customer’s own link of a platform, and knows no way in without one'] },
      result: {
        shownBy: ['puts whoever signs in there into the customer’s list, again and again by the same link'],
      },
      trySending: { absent: 'It has no such call.' },
    }),
    portTable<BulkTool>('Bulk updates', {
      listAccounts: { list },
      listNarrowed: { list },
      tagPages: { absent: 'Its tags come in one list.' },
      updateSettings: each,
      enableWarmup: each,
      disableWarmup: each,
      setSignature: each,
      setTags: each,
      readBack: { gone: 'left out' },
    }),
  ],
  states: [
    {
      of: 'is_smtp_success and is_imap_success',
      words: {
        'both true': toToolMailbox({ ...account, is_smtp_success: true, is_imap_success: true }).connection
          .state,
        'one false, with an error': toToolMailbox({
          ...account,
          is_smtp_success: false,
          smtp_failure_error: 'x',
        }).connection.state,
        'one false, without': toToolMailbox({ ...account, is_smtp_success: false }).connection.state,
      },
      unknown: toToolMailbox(account).connection.state,
      shownBy: ['say with %j whether it can sign in'],
    },
    {
      of: 'status of warm-up',
      words: wordsBy(['ACTIVE', 'INACTIVE'], warmup),
      unknown: warmup('a word that nobody has described'),
      shownBy: ['say with %j whether warm-up is barred'],
    },
    {
      of: 'is_suspended',
      words: {
        true: toToolMailbox({ ...account, is_suspended: true }).sends ? 'sends' : 'suspended',
        false: toToolMailbox({ ...account, is_suspended: false }).sends ? 'sends' : 'suspended',
      },
      unknown: 'suspended where its limit is 0, else sends',
      shownBy: ['reads limit and suspension in the form of the OpenAPI document as well'],
    },
  ],
  refusals: [
    {
      of: 'every call',
      explain: explainWith('the API key is not valid or was revoked'),
      rows: [
        refusal('Invalid API key', 401, 'the account'),
        refusal('Invalid API key, as a success', 200, 'the account'),
        refusal('Forbidden', 403, 'this one'),
        refusal('Email account not found', 400, 'this one'),
        refusal('Email account not found', 404, 'this one'),
        refusal('Too many requests', 429, 'the account'),
        refusal('a refusal that nobody has described', 400, 'this one'),
        { said: '404 of some other server', status: 404, about: 'the vendor', body: '<p>no</p>' },
      ],
      shownBy: ['are read: %i %j'],
    },
  ],
}

function warmup(status: string): string {
  return toToolMailbox({ ...account, warmup_details: { status } }).warmupOn ? 'on' : 'off'
}
