import {
  portTable,
  type RefusalRow,
  unreadWord,
  type VendorBehavior,
  wordsBy,
} from '#vendors/client/behavior.ts'
import { pagesMost } from '#vendors/client/list-end.ts'
import type { Registrar, Zones } from '#vendors/ports/names.ts'
import { explainRefusal, registrationOfDomain, registrationStates, renewalStates } from './wire.ts'
import { perPage } from './zones.ts'

const records = {
  pages: `${perPage} a page, ${pagesMost} pages`,
  past: 'not read; nor is one that brings the same page again',
}
const refusal = (said: string, status: number, about: RefusalRow['about']): RefusalRow => ({
  said,
  status,
  about,
  body: { message: said },
})
const follow = 'looked for in the other accounts where the name was seen registered, and its row corrected'

export const dnsimple: VendorBehavior = {
  ports: [
    portTable<Registrar>('Registrar', {
      check: {
        refusals: '400: the list of TLDs says whether its names are sold; else final',
        shownBy: ['tells names that are not sold at all from a name that cannot be checked'],
      },
      price: {},
      findRegistration: {
        gone: `${follow}; else one that failed is told by its number from one that never was. What was registered and is gone is ordered anew by a person alone`,
        shownBy: [
          'looks pending for ever where it failed, unless its number is known; then it is ordered anew',
          'is found there, its row corrected and nothing bought',
          'counts as lost only where every account says so, and is ordered anew by the operator alone',
        ],
      },
      ensureRegistered: {
        refusals:
          '400: looked at, ours or taken; a premium or a higher price: final, before anything is sent',
        gone: 'ordered, once: looked for before; a contact that is gone is the operator’s to give',
        shownBy: [
          'waits for the operator where the contact that it is made for is gone, and nothing is paid',
          'refuses %s as %s and pays nothing',
          'does nothing for a name the account has',
        ],
      },
      renew: {
        refusals: 'a premium or a higher price: final, before anything is sent',
        gone: 'fails; asked for once, noted before',
        shownBy: [
          'takes up again a name that has expired, for one year and the price of one',
          'is noted right before it is asked for, and not where the price forbids it',
        ],
      },
      findRenewal: { gone: 'not known: nothing is asked for again' },
      setAutoRenew: {
        refusals: '400: looked at, done or waited for while it renews itself',
        gone: 'off',
        shownBy: [
          'cannot be switched off while it goes by itself, and of a name that has expired or is gone it is off',
        ],
      },
      delegation: { gone: 'fails' },
      setDelegation: { gone: 'fails' },
    }),
    portTable<Zones>('Zones', {
      ensureZone: {
        refusals: '406: the owner proves the name, with the name servers to add',
        gone: `${follow}; else made`,
        shownBy: [
          'waits for proof when the name points here and was never in this account, and says how to give it',
        ],
      },
      hasZone: { gone: 'none' },
      records: { gone: 'fails', list: records, shownBy: ['pages through a zone of many records'] },
      ensureRecords: {
        refusals: '412: the plan has no batches, so one by one',
        list: records,
        shownBy: ['needs one look and one change for many records where the plan has batches'],
      },
      updateRecord: { gone: 'fails' },
      deleteRecord: { gone: 'done' },
      dropZone: {
        gone: 'done',
        shownBy: ['gives up no registration with a zone, neither a pending one nor one that has expired'],
      },
    }),
  ],
  states: [
    {
      of: 'state of a domain with a registrant',
      words: wordsBy(
        ['hosted', 'registered', 'expired'] as const,
        (state) => registrationOfDomain({ id: 1, state, registrant_id: 1, auto_renew: true })?.state,
      ),
      unknown: unreadWord,
      shownBy: ['is being registered while it is hosted with a registrant', 'may have expired'],
    },
    {
      of: 'state of a domain without one',
      words: wordsBy(
        ['hosted'] as const,
        (state) => registrationOfDomain({ id: 1, state, registrant_id: null, auto_renew: true })?.state,
      ),
      unknown: unreadWord,
      shownBy: ['is no registration when it is only hosted'],
    },
    {
      of: 'state of a registration',
      words: registrationStates,
      unknown: unreadWord,
      shownBy: ['keeps its number, to be asked for again', 'that is %s failed'],
    },
    {
      of: 'state of a renewal',
      words: renewalStates,
      unknown: unreadWord,
      shownBy: ['that is %s at the registry is told as running, then as %s'],
    },
    {
      of: 'active of a zone',
      words: { true: 'answers', false: 'switched on', 'not shown': 'answers' },
      unknown: unreadWord,
      shownBy: [
        'stops answering for a registered name without giving up its registration, and answers again',
      ],
    },
  ],
  refusals: [
    {
      of: 'every call',
      explain: explainRefusal,
      rows: [
        refusal('Validation failed', 400, 'this one'),
        refusal('Authentication failed', 401, 'our app'),
        refusal('Payment required', 402, 'the account'),
        refusal('Forbidden', 403, 'our app'),
        refusal('Not found', 404, 'this one'),
        refusal('Ownership proof required', 406, 'this one'),
        refusal('The plan has no such feature', 412, 'the account'),
        refusal('quota exceeded', 429, 'the account'),
        { said: 'nothing in its form, as from a proxy', status: 404, about: 'the vendor', body: '<p>no</p>' },
      ],
      shownBy: [
        'means what its status says, however it is worded',
        "that is not DNSimple's own decides nothing",
      ],
    },
  ],
}
