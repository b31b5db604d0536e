import { asc, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { emailField } from '#shared/sign-in.ts'
import { bundles, customers } from '../db/schema/index.ts'
import { addCustomer } from '../features/customers/add-customer.ts'
import { resetPassword, setCustomerAccess } from '../features/customers/customer-access.ts'
import { eraseCustomer } from '../features/customers/erase-customer.ts'
import { invalid } from '../http/refusal.ts'
import { type Command, table } from './command.ts'

const email = { help: 'the address the customer signs in with', required: true }

function parseEmail(value: string | undefined): string {
  const parsed = z.safeParse(emailField, value)
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.message ?? 'That is not an e-mail address.')
  return parsed.data
}

const stateOf = (c: { erasedAt: Date | null; suspendedAt: Date | null; disabledAt: Date | null }) =>
  c.erasedAt ? 'erased' : c.suspendedAt ? 'suspended' : c.disabledAt ? 'disabled' : 'open'

export const customerCommands: readonly Command[] = [
  {
    name: 'customer add',
    summary: 'give somebody access; prints a one-time password that must be changed at the first sign-in',
    options: { email, name: { help: 'first and last name', required: true } },
    async run({ db }, options, print) {
      const address = parseEmail(options.email)
      const name = options.name?.trim() ?? ''
      if (!name || name.length > 100) throw invalid('The name needs 1 to 100 characters.')
      const { password } = await addCustomer(db, { email: address, name })
      print(
        `${address} can sign in with the one-time password\n\n  ${password}\n\nIt is shown only here and must be changed at the first sign-in.`,
      )
    },
  },
  {
    name: 'customer list',
    summary: 'who has access, and how many live orders each has',
    async run({ db }, _options, print) {
      const rows = await db
        .select({
          email: customers.email,
          name: customers.name,
          erasedAt: customers.erasedAt,
          suspendedAt: customers.suspendedAt,
          disabledAt: customers.disabledAt,
          since: customers.createdAt,
          live: sql<number>`count(${bundles.id}) filter (where ${bundles.status} = 'live')::int`,
        })
        .from(customers)
        .leftJoin(bundles, eq(bundles.customerId, customers.id))
        .groupBy(customers.id)
        .orderBy(asc(customers.createdAt))
      print(
        table(
          rows.map((row) => ({
            email: row.email,
            name: row.name,
            access: stateOf(row),
            'live orders': row.live,
            since: row.since.toISOString().slice(0, 10),
          })),
        ),
      )
    },
  },
  ...(['disable', 'suspend', 'enable'] as const).map(
    (verb): Command => ({
      name: `customer ${verb}`,
      summary: {
        disable: 'stop sign-in; mailboxes go on',
        suspend: 'stop sign-in and mailboxes',
        enable: 'undo disable and suspend',
      }[verb],
      options: { email },
      async run({ db }, options, print) {
        const address = parseEmail(options.email)
        const access = { disable: 'disabled', suspend: 'suspended', enable: 'open' } as const
        await setCustomerAccess(db, address, access[verb])
        print(`${address} is ${access[verb]}.`)
      },
    }),
  ),
  {
    name: 'customer reset-password',
    summary: 'end all sessions and print a one-time password',
    options: { email },
    async run({ db }, options, print) {
      const address = parseEmail(options.email)
      const password = await resetPassword(db, address)
      print(`${address} can sign in with the one-time password\n\n  ${password}\n`)
    },
  },
  {
    name: 'customer erase',
    summary: 'remove the personal data of somebody who has no live orders; cannot be undone',
    options: { email, yes: { help: 'really do it', flag: true, required: true } },
    async run({ db }, options, print) {
      const address = parseEmail(options.email)
      await eraseCustomer(db, address)
      print(`The personal data of ${address} is gone.`)
    },
  },
]
