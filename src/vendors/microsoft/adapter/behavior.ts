import {
  type ListEnd,
  portTable,
  type RefusalRow,
  type Titles,
  unreadWord,
  type VendorBehavior,
  wordsBy,
} from '#vendors/client/behavior.ts'
import { pagesMost as listPagesMost } from '#vendors/client/list-end.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { ProbeMailbox } from '#vendors/ports/proof-mail.ts'
import { explainTokenRefusal } from './entra-token.ts'
import { cmdletPageSize, explainCmdletRefusal } from './exchange-invoke-command.ts'
import { batchMax, pagesMax } from './graph.ts'
import { explainGraph, hostedMailbox } from './graph-wire.ts'
import { pageSize, pagesMost } from './message-trace.ts'
import { userPageSize } from './microsoft.ts'
import { keptMs } from './restore-mailboxes.ts'
import { campaignStates } from './sign-in-interrupts.ts'
import { failedDelivery } from './trace-wire.ts'

const users: ListEnd = { pages: `${userPageSize} a page, ${pagesMax} pages`, past: 'not read' }
const trace: ListEnd = { pages: `${pageSize} a page, ${pagesMost} pages`, past: 'told as not whole' }
const cmdlet: ListEnd = {
  pages: `${cmdletPageSize} a page, ${listPagesMost} pages`,
  past: 'not read; nor is one that brings the same page again or continues at another address',
}
const each = `each its own outcome, ${batchMax} in a batch; forbidden to one of them is that one’s`
const oneOfMany: Titles = ['says of one alone that it is $says ($status)']
const forbiddenOne: Titles = ['that no app may change are refused alone, and the others are done']

const graph = (said: string, status: number, about: RefusalRow['about'], message = ''): RefusalRow => ({
  said,
  status,
  about,
  body: { error: { code: said, message } },
})
const exchange = (said: string, about: RefusalRow['about']): RefusalRow => ({
  said,
  status: 400,
  about,
  body: { error: { message: '', details: [{ message: `Ex000000|${said}|x` }] } },
})
const entra = (code: number): RefusalRow => ({
  said: `AADSTS${code}`,
  status: 400,
  about: 'our app',
  body: { error: 'invalid_client', error_codes: [code] },
})

export const microsoft: VendorBehavior = {
  ports: [
    portTable<MailboxHost>('Tenant', {
      ensureDomain: {
        refusals: 'ObjectConflict: it is there',
        gone: 'added',
        shownBy: ['is added, proven by a record, set up for e-mail and removed'],
      },
      domainState: { gone: 'not added, not verified' },
      verificationRecord: { gone: 'waited for: a new domain is not known everywhere' },
      verifyDomain: {
        refusals:
          'VerifiedElsewhere, ObjectConflict: final; AlreadyVerified: looked at again; any other 400: waited for, with its words',
        gone: 'waited for',
        shownBy: ['waits for DNS: %s', 'is final: %s', 'is success when it had happened before'],
      },
      mailRecords: {
        refusals: 'any 400: waited for, with its words',
        gone: 'waited for',
        shownBy: ['says its MX and SPF itself, once Exchange knows it'],
      },
      dkim: { gone: 'no keys yet' },
      ensureDkimKeys: { refusals: 'AlreadyExists: they are there', gone: 'made' },
      enableDkim: {
        refusals: 'CnameMissing: waited for',
        shownBy: ['is read from Exchange, published, and on once Exchange sees it'],
      },
      mailboxes: { gone: 'none', list: users, shownBy: ['are listed in pages of 999'] },
      allMailboxes: { list: users, shownBy: ['are listed in pages of 999'] },
      blockedSenders: { list: cmdlet, shownBy: ['is read to its end, however many pages it has'] },
      alerts: { absent: 'Microsoft has no such list.' },
      'trace.failed': {
        refusals: '403: not allowed by the operator, which is told as such',
        list: trace,
        shownBy: ['pages are followed, and a list that does not end is not whole'],
      },
      'trace.whyFailed': {
        list: trace,
        shownBy: ['why it failed is read over all pages, and of more than a few nothing is said'],
      },
      'trace.probe': {
        shownBy: ['without the permission, or the tenant’s entry for the service, nobody has allowed it'],
      },
      sendingLimit: {
        refusals: 'what is refused is read in another way, and the lowest counts',
        shownBy: ['where neither can be read the lowest counts, and one that is away says nothing'],
      },
      ensureMailboxes: {
        refusals: `AlreadyExists, ObjectConflict: read back by the address, and ours only by our mark; NoLicenceLeft: the operator’s. ${each}`,
        gone: `looked for by the address, then among what was removed in ${keptMs / 86_400_000} days, before it is made`,
        list: users,
        shownBy: [
          'that is an alias of another mailbox is refused, and that one stays as it is',
          'of a removed mailbox of ours is restored, as when somebody removed it by hand',
          'wait for licences when there are none left, and give them back when deleted',
        ],
      },
      renameMailboxes: { refusals: each, gone: 'that one fails', shownBy: oneOfMany },
      setMailboxesEnabled: { refusals: each, gone: 'that one fails', shownBy: forbiddenOne },
      setPassword: { gone: 'fails' },
      letPasswordsLast: { refusals: each, gone: 'that one fails', shownBy: oneOfMany },
      deleteMailboxes: { refusals: each, gone: 'done', shownBy: oneOfMany },
      setPhoto: { gone: 'fails' },
      removeDomain: {
        refusals: 'any 400: waited for, with its words',
        gone: 'done',
        shownBy: ['stays while mailboxes are on it'],
      },
      sendProofMail: { gone: 'fails' },
      prepareSignIn: {
        refusals: 'what is there already, and not shown: waited for',
        gone: 'an app is added; a mailbox is waited for',
        list: users,
        shownBy: [
          'waits until the directory knows the new app, then is given once and not again',
          'waits for a mailbox that Exchange does not show yet, and does the others',
        ],
      },
      signInInterrupts: { refusals: '403: not known', shownBy: ['is not known where it may not be read'] },
      probe: { shownBy: ['names an expired secret and a missing Exchange role'] },
      probeSending: { shownBy: ['names the permissions that are missing'] },
      probeConsent: { shownBy: ['names the permissions that are missing'] },
    }),
    portTable<ProbeMailbox>('Probe mailbox', {
      readProofMail: {
        gone: 'has not arrived',
        list: { pages: `${pagesMax} pages since the mail was sent`, past: 'not read' },
        shownBy: ['finds the mail with the token, and what the host wrote itself, wherever that stands'],
      },
      probe: { shownBy: ['tells the operator when it cannot be read'] },
    }),
  ],
  states: [
    {
      of: 'accountEnabled of a user',
      words: { true: enabled(true), false: enabled(false), 'not shown': enabled(undefined) },
      unknown: unreadWord,
      shownBy: ['are renamed, disabled, enabled with their password again, and deleted'],
    },
    {
      of: 'mail of a user',
      words: { filled: 'ready', empty: 'being made: waited for' },
      unknown: unreadWord,
      shownBy: ['is ready once Exchange has filled in its address'],
    },
    {
      of: 'Enabled of a DKIM configuration',
      words: { true: 'on', false: 'keys are made', 'no configuration': 'off' },
      unknown: unreadWord,
      shownBy: ['is read from Exchange, published, and on once Exchange sees it'],
    },
    {
      of: 'isVerified and supportedServices of a domain',
      words: { 'true, with Email': 'verified', true: 'set up for e-mail next', false: 'verified next' },
      unknown: unreadWord,
      shownBy: ['is added, proven by a record, set up for e-mail and removed'],
    },
    {
      of: 'status of a traced message',
      words: wordsBy(['failed', 'delivered', 'pending'], (status) =>
        typeof failedDelivery({
          id: 'x',
          senderAddress: 'a@x.com',
          recipientAddress: 'b@x.com',
          receivedDateTime: '2026-11-30T00:00:00Z',
          status,
        }) === 'object'
          ? 'a failed delivery'
          : 'not read: the list is not whole',
      ),
      unknown: 'not read: the list is not whole',
      shownBy: ['a row that cannot be read leaves the others, and the list is not whole'],
    },
    {
      of: 'state of the registration campaign',
      words: Object.fromEntries([...campaignStates].map(([word, ours]) => [word, String(ours)])),
      unknown: 'not known: the operator is asked to look',
      shownBy: ['is not known where it may not be read'],
    },
    {
      of: 'capabilityStatus of a license',
      words: { Enabled: 'counts' },
      unknown: 'does not count: the lower limit holds',
      shownBy: ['where the counter is not shown, paid licenses with a mailbox count, and no others'],
    },
  ],
  refusals: [
    {
      of: 'Graph',
      explain: explainGraph,
      rows: [
        graph('InvalidAuthenticationToken', 401, 'our app'),
        graph('Authorization_RequestDenied', 403, 'this one'),
        graph('Request_ResourceNotFound', 404, 'this one'),
        graph('ConcurrencyViolation', 409, 'this one'),
        graph('TooManyRequests', 429, 'the account'),
        graph('Request_MultipleObjectsWithSameKeyValue', 400, 'this one'),
        graph('Directory_QuotaExceeded', 403, 'the account'),
        graph('Request_BadRequest: “another organization”', 400, 'this one', 'used in another organization'),
        graph('Request_BadRequest: “available licenses”', 400, 'the account', 'no available licenses'),
        graph('a code that nobody has described', 400, 'this one'),
        graph('ServiceUnavailable', 503, 'the vendor'),
      ],
      shownBy: ['with %i is read', 'that are throttled inside a batch wait, the others are done'],
      open: 'A 400 that nobody has described is final at once, and customers read its words; it should pass for hours first.',
    },
    {
      of: 'Exchange cmdlets',
      explain: explainCmdletRefusal,
      rows: [
        { said: '401', status: 401, about: 'our app' },
        { said: '403', status: 403, about: 'our app' },
        exchange('ManagementObjectNotFoundException', 'this one'),
        exchange('ProxyAddressExistsException', 'this one'),
        exchange('NotAcceptedDomainException', 'this one'),
        exchange('CnameMissingException', 'this one'),
        exchange('InvalidOperationInDehydratedContextException', 'the account'),
        exchange('ServerBusyException', 'the vendor'),
        exchange('an exception that nobody has described', 'this one'),
      ],
      shownBy: ['with %i is read: %s'],
    },
    {
      of: 'Sign-in of our app',
      explain: explainTokenRefusal,
      rows: [
        ...[90002, 700016, 7000215, 7000222, 7000112, 53003].map(entra),
        { ...entra(1), said: 'a number that nobody has described' },
      ],
      shownBy: ['names an expired secret and a missing Exchange role'],
    },
  ],
}

function enabled(accountEnabled: boolean | undefined): string {
  const { enabled } = hostedMailbox({ id: 'x', userPrincipalName: 'x@x.com', accountEnabled })
  return enabled ? 'may be signed in to' : 'disabled: enabled where it is wanted'
}
