import {
  type ListEnd,
  portTable,
  type RefusalRow,
  unreadWord,
  type VendorBehavior,
  wordsBy,
} from '#vendors/client/behavior.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import { type Postmaster, postmasterBatch } from '#vendors/ports/postmaster.ts'
import type { ProbeMailbox } from '#vendors/ports/proof-mail.ts'
import { pageSize, pagesMost } from './google-alerts.ts'
import { explainTokenRefusal } from './google-token.ts'
import { explainGoogle, hostedMailbox } from './google-wire.ts'
import { pagesMax, userPageSize } from './list-users.ts'
import { keptMs } from './make-users.ts'
import { pageSize as postmasterPageSize, pagesMost as postmasterPagesMost } from './postmaster.ts'

const users: ListEnd = { pages: `${userPageSize} a page, ${pagesMax} pages`, past: 'not read' }
const aboutOne =
  '403 “Not Authorized”: about the one, where the account’s own list may be read; of all of several: the operator’s'
const person = (title: string) => ({ absent: title })
const dkimIsAPersons = person('A person does it in the Admin console: no API has it.')

const refusal = (reason: string, status: number, about: RefusalRow['about'], message = 'x'): RefusalRow => ({
  said: message === 'x' ? reason : `${reason}: “${message}”`,
  status,
  about,
  body: { error: { code: status, message, errors: [{ reason }] } },
})

export const google: VendorBehavior = {
  ports: [
    portTable<MailboxHost>('Workspace account', {
      ensureDomain: {
        refusals: '409 duplicate: looked at, ours or final; domainInUse: final; conflict: passes',
        gone: 'added',
        shownBy: ['of another customer is refused with what to do'],
      },
      domainState: { gone: 'not added, not verified' },
      verificationRecord: {},
      verifyDomain: {
        refusals: 'any 400: waited for, with its words',
        shownBy: ['is added, proven by a record, verified a little later and removed'],
      },
      mailRecords: { gone: 'waited for' },
      dkim: dkimIsAPersons,
      ensureDkimKeys: dkimIsAPersons,
      enableDkim: dkimIsAPersons,
      mailboxes: {
        refusals: '403 about the name: waited for while the domain is new, then the operator’s',
        gone: 'none',
        list: users,
        shownBy: [
          'are listed in pages of 500, and none of a name that the account does not have',
          'domain whose users are not shown is the operator’s once it is known for hours',
        ],
      },
      allMailboxes: {
        list: users,
        shownBy: ['are listed in pages of 500, and none of a name that the account does not have'],
      },
      blockedSenders: {
        list: users,
        shownBy: ['that Google itself has suspended are not switched on when they are wanted, others are'],
      },
      alerts: {
        refusals: '403 and unauthorized_client: not allowed by the operator, which is told as such',
        list: { pages: `${pageSize} a page, ${pagesMost} pages`, past: 'told as not whole' },
        shownBy: [
          'pages are followed to their end, and a list that has none is not whole',
          'an account that was set up before, and a project without the API, have not allowed it',
        ],
      },
      'trace.failed': { absent: 'Google has no such API.' },
      'trace.whyFailed': { absent: 'As above.' },
      'trace.probe': { absent: 'As above.' },
      sendingLimit: { absent: 'Google limits each user by itself.' },
      ensureMailboxes: {
        refusals: `409 duplicate: read back by the address, and ours only by our mark; userLimit, deletedUser, any other 412: the operator’s, with Google’s words; conflict, beingMade: pass. ${aboutOne}`,
        gone: `looked for by the address, then among what was removed in ${keptMs / 86_400_000} days, before it is made`,
        list: users,
        shownBy: [
          'wait when the account has no free licence',
          'wait for the operator, with Google’s words, where a condition is not met that nobody has described',
          'wait for the operator where Google keeps a removed user of the address',
          'have outcomes of their own: an address that is another’s alias leaves the others alone',
          'new mailbox waits for Google on a new domain, and for the operator where the domain is known',
        ],
      },
      renameMailboxes: {
        refusals: aboutOne,
        gone: 'that one fails',
        shownBy: ['user of another customer is that user’s alone, and the others are changed'],
      },
      setMailboxesEnabled: {
        refusals: aboutOne,
        gone: 'that one fails',
        shownBy: ['users are refused together by a role that may change none: one matter, for the operator'],
      },
      setPassword: { refusals: aboutOne, gone: 'fails' },
      letPasswordsLast: { absent: 'Passwords do not run out at Google.' },
      deleteMailboxes: {
        refusals: aboutOne,
        gone: 'done',
        shownBy: ['user who is gone counts as deleted, and one that is shown or may not be read does not'],
      },
      setPhoto: { refusals: aboutOne, gone: 'fails' },
      removeDomain: {
        refusals: 'any other refusal of the domain: waited for, with its words',
        gone: 'done',
        shownBy: ['stays while users are on it'],
      },
      sendProofMail: { gone: 'fails' },
      prepareSignIn: person('Whether an app is trusted no API says: a person sees to it.'),
      signInInterrupts: person('As above.'),
      probe: { shownBy: ['says that the key, the administrator or the customer is not the account’s'] },
      probeSending: { shownBy: ['says which delegation is missing'] },
      probeConsent: person('As above.'),
    }),
    portTable<ProbeMailbox>('Probe mailbox', {
      readProofMail: {
        gone: 'has not arrived',
        list: { pages: 'the one mail with the token', past: 'the first' },
        shownBy: ['finds the mail with the token, and what the host wrote itself, wherever that stands'],
      },
      probe: { shownBy: ['tells the operator when it cannot be read'] },
    }),
    portTable<Postmaster>('Postmaster Tools', {
      domains: {
        list: { pages: `${postmasterPageSize} a page, ${postmasterPagesMost} pages`, past: 'not read' },
        shownBy: ['the domains that somebody has verified may be read, over all pages'],
      },
      spamRates: {
        refusals: `403 of a batch of ${postmasterBatch}: halved until the one is found, which is left out for a day`,
        gone: 'left out',
        list: { pages: 'one page', past: 'an answer with more says nothing' },
        shownBy: [
          'one that may not be read is left out of a hundred, and is not asked about again that day',
          'an answer of which any part cannot be read says nothing, least of all that nothing was marked',
        ],
      },
      probe: { shownBy: ['a sign-in that lists domains and reads no figure of them does not work'] },
    }),
  ],
  states: [
    {
      of: 'suspensionReason of a suspended user',
      words: wordsBy(['ADMIN', 'ABUSE', 'WEB_LOGIN_REQUIRED', 'UNDER13'], suspendedFor),
      unknown: suspendedFor('a reason that nobody has described'),
      shownBy: ['that Google itself has suspended are not switched on when they are wanted, others are'],
    },
    {
      of: 'isMailboxSetup of a user',
      words: { true: 'ready', false: 'being made: waited for', 'not shown': 'being made: waited for' },
      unknown: unreadWord,
      shownBy: ['are ready once their mailbox is set up'],
    },
    {
      of: 'suspended of a user',
      words: { true: 'disabled', false: 'may be signed in to', 'not shown': 'unknown: read back' },
      unknown: unreadWord,
      shownBy: ['of a user just made is unknown, not "no"'],
    },
    {
      of: 'verified of a domain',
      words: { true: 'verified', false: 'verified next', 'not shown': 'verified next' },
      unknown: unreadWord,
      shownBy: ['may be half of the name, whether a domain is verified, and what is off'],
    },
    {
      of: 'type of an alert',
      words: { 'any that is described': 'told to the operator, with what to do' },
      unknown: 'told to the operator in Google’s words',
      shownBy: [
        'an alert that cannot be read is one that nobody has described, the same each time, and leaves the list whole',
      ],
    },
  ],
  refusals: [
    {
      of: 'Directory, Site Verification, Gmail, Alert Center',
      explain: explainGoogle,
      rows: [
        refusal('authError', 401, 'our app'),
        refusal('insufficientPermissions', 403, 'our app'),
        refusal('forbidden', 403, 'this one', 'Not Authorized to access this resource/api'),
        refusal('forbidden', 403, 'this one', 'Domain is in use'),
        refusal('quotaExceeded', 403, 'the account'),
        refusal('notFound', 404, 'this one'),
        refusal('duplicate', 409, 'this one'),
        refusal('conflict', 409, 'this one'),
        refusal('conditionNotMet', 412, 'this one', 'User creation is not complete.'),
        refusal('conditionNotMet', 412, 'this one', 'User is deleted.'),
        refusal('conditionNotMet', 412, 'the account', 'Domain user limit reached.'),
        refusal('failedPrecondition', 400, 'this one', 'Mail service not enabled'),
        refusal('rateLimitExceeded', 429, 'the account'),
        refusal('a reason that nobody has described', 400, 'this one'),
        refusal('backendError', 503, 'the vendor'),
      ],
      shownBy: ['with %i %s is read', 'with %i %s passes within seconds'],
      open: 'A 400 that nobody has described is final at once, and customers read its words; it should pass for hours first.',
    },
    {
      of: 'Sign-in of the service account',
      explain: explainTokenRefusal,
      rows: ['unauthorized_client', 'invalid_grant', 'an error that nobody has described'].map((error) => ({
        said: error,
        status: 400,
        about: 'our app',
        body: { error },
      })),
      shownBy: ['of the account’s sign-in says what to mend', 'says which delegation is missing'],
    },
  ],
}

function suspendedFor(suspensionReason: string): string {
  const { isStopped } = hostedMailbox({
    id: 'x',
    primaryEmail: 'x@x.com',
    suspended: true,
    suspensionReason,
  })
  return isStopped
    ? 'stopped by Google: left as it is, told to the operator'
    : 'disabled: enabled where it is wanted'
}
