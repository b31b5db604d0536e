import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { mailboxRetentionDays } from '#features/plans/rules/catalog.ts'
import { callStaff } from '#ui/console/call-staff.ts'
import type { CustomerFacts } from '../../api/console-customer.ts'
import {
  changeCustomerAccess,
  closeConsoleCustomer,
  eraseConsoleCustomer,
  reopenConsoleCustomer,
} from '../../api/console-customer-acts.ts'
import { hasClosingToFinish } from '../../rules/closing-to-finish.ts'
import type { CustomerState } from '../../rules/customer-states.ts'
import { staysAfterErasing } from '../../rules/stays-after-erasing.ts'

interface Chosen {
  withBilling: boolean
  typed: string
}

interface CustomerAct {
  /** In the menu, and on the button that does it. */
  name: string
  question: (email: string) => string
  danger?: true
  /** In which states it is offered. */
  of: readonly CustomerState[]
  /** What else has to be so. */
  isOffered?: (facts: CustomerFacts) => boolean
  /** What will happen, in numbers, a sentence each. */
  happens: (facts: CustomerFacts) => string[]
  /** What else can be chosen, and what is chosen at first. */
  billing?: { label: (facts: CustomerFacts) => string; isOffered: (facts: CustomerFacts) => boolean }
  /** The address is typed first: always, or where many domains are touched. */
  typed?: 'always' | 'for many'
  send: (customerId: string, chosen: Chosen) => Promise<{ message: string }>
}

const setAccess =
  (access: 'open' | 'disabled' | 'suspended') =>
  (customerId: string, { withBilling, typed }: Chosen) =>
    callStaff(changeCustomerAccess, { params: { customerId }, body: { access, withBilling, typed } })

const closeAccount = (customerId: string, { typed }: Chosen) =>
  callStaff(closeConsoleCustomer, { params: { customerId }, body: { typed } })

const there = (count: number, sentence: string): string[] => (count > 0 ? [sentence] : [])

/** Those who do not see money are told that there is some. */
const aMonth = (cents: number | null): string =>
  cents === null ? 'what is paid a month' : `${formatUsd(cents)} a month`

const nobodySignsIn = ({ sessions, bulkUpdates }: CustomerFacts): string[] => [
  sessions > 0
    ? `Nobody can sign in any more, and ${countOf(sessions, 'session')} ${sessions === 1 ? 'ends' : 'end'}.`
    : 'Nobody can sign in any more.',
  ...there(
    bulkUpdates,
    `${countOf(bulkUpdates, 'bulk update')} that ${bulkUpdates === 1 ? 'runs' : 'run'} will end.`,
  ),
]

const mailboxesOf = ({ mailboxes, domains }: CustomerFacts): string =>
  `${countOf(mailboxes, 'mailbox', 'mailboxes')} on ${countOf(domains, 'domain')}`

/** Everything that is done about an account as a whole. */
export const customerActs = {
  suspend: {
    name: 'Suspend',
    question: (email) => `Suspend ${email}?`,
    danger: true,
    of: ['active', 'invited', 'disabled'],
    happens: (facts) => [
      ...nobodySignsIn(facts),
      ...there(
        facts.domains,
        `${mailboxesOf(facts)} stop: blocked at the host, and paused in the sending tool.`,
      ),
      ...there(facts.openPages, `${countOf(facts.openPages, 'payment page')} will end.`),
      'Everything is kept, and can be undone.',
    ],
    billing: {
      label: ({ monthlyCents }) => `Stop billing as well: ${aMonth(monthlyCents)} ends`,
      isOffered: ({ groups }) => groups > 0,
    },
    typed: 'for many',
    send: setAccess('suspended'),
  },
  disable: {
    name: 'Stop sign-in',
    question: (email) => `Stop the sign-in of ${email}?`,
    danger: true,
    of: ['active', 'invited'],
    happens: (facts) => [
      ...nobodySignsIn(facts),
      ...there(facts.domains, `${mailboxesOf(facts)} go on, and ${aMonth(facts.monthlyCents)} is billed.`),
    ],
    send: setAccess('disabled'),
  },
  enable: {
    name: 'Open account',
    question: (email) => `Open the account of ${email}?`,
    of: ['disabled', 'suspended'],
    happens: (facts) => [
      'They can sign in again.',
      ...(facts.state === 'suspended' ? there(facts.domains, `${mailboxesOf(facts)} go on.`) : []),
      ...(facts.isBillingStopped ? ['Without billing, the orders stay on hold until each is released.'] : []),
    ],
    billing: {
      label: ({ groups }) => `Let billing go on as well, for ${countOf(groups, 'group')}`,
      isOffered: ({ isBillingStopped, groups }) => isBillingStopped && groups > 0,
    },
    send: setAccess('open'),
  },
  close: {
    name: 'Close account',
    question: (email) => `Close the account of ${email}?`,
    danger: true,
    of: ['active', 'invited', 'disabled', 'suspended'],
    happens: (facts) => [
      ...nobodySignsIn(facts),
      ...there(
        facts.groups,
        `${countOf(facts.groups, 'group')} will be cancelled: ${mailboxesOf(facts)} stop.`,
      ),
      ...there(
        facts.monthlyCents === 0 ? 0 : facts.groups,
        `${aMonth(facts.monthlyCents)} ends. Nothing is refunded.`,
      ),
      ...there(facts.openPages, `${countOf(facts.openPages, 'payment page')} will end.`),
      `The personal data is erased ${mailboxRetentionDays} days later. Until then the account can be opened again; what was cancelled stays cancelled.`,
    ],
    typed: 'for many',
    send: closeAccount,
  },
  finishClosing: {
    name: 'Finish closing',
    question: (email) => `Finish closing the account of ${email}?`,
    danger: true,
    of: ['closed'],
    isOffered: hasClosingToFinish,
    happens: (facts) => [
      facts.isClosingUnfinished
        ? 'Stripe did not answer when the account was closed. It is asked what else it bills, and that ends. Nothing is refunded.'
        : 'Something of the account was left when it was closed. Stripe is asked what it bills, and that ends. Nothing is refunded.',
      ...there(
        facts.groups,
        `${countOf(facts.groups, 'group')} will be cancelled: ${mailboxesOf(facts)} stop.`,
      ),
      ...there(facts.openPages, `${countOf(facts.openPages, 'payment page')} will end.`),
      'The customer is told by mail that the account is closed, unless they were told before.',
    ],
    typed: 'for many',
    send: closeAccount,
  },
  reopen: {
    name: 'Open again',
    question: (email) => `Open the account of ${email} again?`,
    of: ['closed'],
    happens: () => [
      'Nothing is erased, and they can sign in again unless they were suspended before.',
      'What was cancelled stays cancelled, and may be reinstated.',
    ],
    send: (customerId) => callStaff(reopenConsoleCustomer, { params: { customerId }, body: {} }),
  },
  erase: {
    name: 'Erase personal data',
    question: (email) => `Erase the personal data of ${email}?`,
    danger: true,
    of: ['active', 'invited', 'disabled', 'suspended', 'closed'],
    happens: (facts) => [
      ...there(
        facts.groups,
        `${countOf(facts.groups, 'group')} ${facts.groups === 1 ? 'is' : 'are'} still live: this is refused until ${facts.groups === 1 ? 'it is' : 'they are'} cancelled.`,
      ),
      ...nobodySignsIn(facts),
      'Everything left at third parties is removed first. Then names, addresses, people and credentials are erased.',
      ...staysAfterErasing,
      'This cannot be undone.',
    ],
    typed: 'always',
    send: (customerId, { typed }) =>
      callStaff(eraseConsoleCustomer, { params: { customerId }, body: { typed } }),
  },
} as const satisfies Record<string, CustomerAct>

export type CustomerActName = keyof typeof customerActs
/** An act, as what every one of them has. */
export const actOf = (name: CustomerActName): CustomerAct => customerActs[name]

/** Whether it can be done about a customer as they are. */
export const isOffered = ({ of, isOffered: also }: CustomerAct, facts: CustomerFacts): boolean =>
  of.includes(facts.state) && also?.(facts) !== false
