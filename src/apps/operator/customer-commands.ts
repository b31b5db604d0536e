import { asc, eq, sql } from 'drizzle-orm'
import { bundles, customers } from '#base/db/schema/index.ts'
import { invalid } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import { isNotDeep } from '#delivery/domains/deep-customer.ts'
import { removeFactorsOf } from '#features/accounts/server/second-factor/own-second-factor.ts'
import { type AccountRules, accountStates } from '#features/capacity/rules/account-states.ts'
import { staysAfterErasing } from '#features/customers/rules/stays-after-erasing.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { closeCustomer, eraseAfterDays, reopenCustomer } from '#features/customers/server/close-customer.ts'
import { resetPassword } from '#features/customers/server/customer-access.ts'
import { customerByEmail } from '#features/customers/server/customer-by-email.ts'
import { eraseCustomer, type StillThere } from '#features/customers/server/erase-customer.ts'
import { exportCustomer } from '#features/customers/server/export-customer.ts'
import { billedCount, isLeftOver } from '#features/customers/server/left-over.ts'
import { memberByEmail } from '#features/customers/server/members.ts'
import { healthModeNames, healthModes } from '#features/health/rules/health-mode.ts'
import { setHealthMode } from '#features/health/server/health-mode.ts'
import { type Command, given, reading, table } from './command.ts'
import { customerAccessCommands, dayOf, pagesText, stateOf } from './customer-access-commands.ts'
import { email, parseEmail, parseNewEmail } from './customer-email.ts'
import { customerPricesCommands } from './customer-prices-commands.ts'

/** What is done about the health of one customer's domains. */
const customerHealthCommands: readonly Command[] = [
  {
    name: 'customer health-mode',
    summary: 'set whether a domain that should rest is only shown, suggested, or rested by itself',
    options: {
      email,
      mode: {
        help: healthModeNames.map((mode) => `${mode} (${healthModes[mode].label})`).join(', '),
        required: true,
      },
    },
    async run({ db }, options, print) {
      const { id } = await customerByEmail(db, parseEmail(options.email))
      const mode = healthModeNames.find((each) => each === given(options, 'mode').trim())
      if (!mode) throw invalid(`--mode must be one of ${healthModeNames.join(', ')}.`)
      print(await setHealthMode(db, id, mode, 'operator'), { data: { mode } })
    },
  },
]

export const customerCommands: readonly Command[] = [
  {
    name: 'customer add',
    summary: 'give someone access; prints a one-time password that must be changed at the first sign-in',
    options: { email, name: { help: 'first and last name', required: true } },
    async run({ db }, options, print) {
      const address = parseNewEmail(options.email)
      const name = options.name?.trim() ?? ''
      if (!name || name.length > 100) throw invalid('The name needs 1 to 100 characters.')
      const { password } = await addCustomer(db, { email: address, name })
      print(
        `${address} can sign in with the one-time password\n\n  ${password}\n\nIt is shown only here and must be changed at the first sign-in.`,
        { data: { email: address, password } },
      )
    },
  },
  reading({
    name: 'customer list',
    summary: 'who has access, and how many live orders and billed subscriptions each has',
    async read({ db }) {
      const rows = await db
        .select({
          email: customers.email,
          name: customers.name,
          erasedAt: customers.erasedAt,
          eraseDueAt: customers.eraseDueAt,
          suspendedAt: customers.suspendedAt,
          disabledAt: customers.disabledAt,
          since: customers.createdAt,
          live: sql<number>`count(${bundles.id}) filter (where ${bundles.status} = 'live')::int`,
          billed: billedCount,
        })
        .from(customers)
        .leftJoin(bundles, eq(bundles.customerId, customers.id))
        .where(isNotDeep)
        .groupBy(customers.id)
        .orderBy(asc(customers.createdAt))
      return rows.map((row) => ({
        email: row.email,
        name: row.name,
        access: stateOf(row),
        'live orders': row.live,
        billed: row.billed,
        note: isLeftOver(row) ? 'TO MEND, see doctor' : '',
        since: dayOf(row.since),
      }))
    },
    show: table,
  }),
  ...customerAccessCommands,
  ...customerPricesCommands,
  ...customerHealthCommands,
  {
    name: 'customer reset-password',
    summary: 'end all sessions and print a one-time password',
    options: { email },
    async run({ db }, options, print) {
      const address = parseEmail(options.email)
      const password = await resetPassword(db, address)
      print(`${address} can sign in with the one-time password\n\n  ${password}\n`, {
        data: { email: address, password },
      })
    },
  },
  {
    name: 'customer remove-second-factor',
    summary:
      'let the password alone sign in one who has lost authenticator and recovery codes; they are told by mail',
    options: { email },
    async run(deps, options, print) {
      const address = parseEmail(options.email)
      const member = await memberByEmail(deps.db, address)
      await removeFactorsOf(deps, member)
      print(`${address} signs in with the password alone.`, { data: { email: address } })
    },
  },
  {
    name: 'customer erase',
    summary: 'remove the personal data of someone who has no live orders; cannot be undone',
    options: { email, yes: { help: 'really do it', flag: true, required: true } },
    async run(deps, options, print) {
      const address = parseEmail(options.email)
      const left = await eraseCustomer(deps, address)
      const done = left
        ? `${address} cannot sign in any more. ${told(left)} first, at once; then the personal data goes by itself. See: npm run operator -- customer list`
        : `The personal data of ${address} is gone.`
      print([done, ...staysAfterErasing].join('\n'), { data: { isErased: !left } })
    },
  },
  {
    name: 'customer export',
    summary: 'write everything held about someone as JSON and CSV, without passwords and credentials',
    options: { email, to: { help: 'a new directory', required: true } },
    async run(deps, options, print) {
      const address = parseEmail(options.email)
      const { rows, files } = await exportCustomer(deps, address, given(options, 'to'))
      print(
        `${countOf(rows, 'row')} about ${address} in ${countOf(files.length, 'file')} in ${options.to}.`,
        { data: { rows, files, directory: options.to } },
      )
    },
  },
  {
    name: 'customer close',
    summary: `cancel everything, end billing and sign-in, and erase the personal data ${eraseAfterDays} days later`,
    options: { email, yes: { help: 'really do it', flag: true, required: true } },
    async run(deps, options, print) {
      const address = parseEmail(options.email)
      const { cancelled, pages, eraseDueAt } = await closeCustomer(deps, address)
      print(
        `${[`${address} is closed: ${countOf(cancelled, 'order')} cancelled, nothing is billed any more.`, ...pagesText(pages)].join(' ')} The personal data goes from ${dayOf(eraseDueAt)} on; until then: npm run operator -- customer reopen --email ${address}`,
        { data: { cancelled, eraseDueAt } },
      )
    },
  },
  {
    name: 'customer reopen',
    summary: 'undo customer close before the data is erased; orders stay cancelled and may be reinstated',
    options: { email },
    async run(deps, options, print) {
      const address = parseEmail(options.email)
      const state = await reopenCustomer(deps, address)
      const { words, signsIn, undo }: AccountRules = accountStates[state]
      print(
        [
          `${address} is not closed any more, and nothing is erased. Orders stay cancelled.`,
          signsIn
            ? `${address} can sign in again.`
            : `${address} is still ${words}, as before it was closed, and cannot sign in.${undo ? ` Undo that with: npm run operator -- ${undo} --email ${address}` : ''}`,
        ].join('\n'),
      )
    },
  },
]

function told({ domains, checkouts }: StillThere): string {
  const parts = [
    ...(domains > 0 ? [`${countOf(domains, 'domain')} ${domains === 1 ? 'is' : 'are'} taken down`] : []),
    ...(checkouts > 0 ? [`${countOf(checkouts, 'payment page')} ${checkouts === 1 ? 'ends' : 'end'}`] : []),
  ]
  return parts.join(', and ')
}
