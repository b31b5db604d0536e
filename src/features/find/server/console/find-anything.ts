import { mayStaff, type StaffRoleName } from '#base/access.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type Found, foundKinds } from '../../api/console-find.ts'
import { findAtMost, findMinLength } from '../../rules/find-anything.ts'
import { accountsKnownBy } from './accounts-known-by.ts'
import { booksKnownBy } from './books-known-by.ts'
import { customersCalled, customersKnownBy } from './customers-called.ts'
import { domainsCalled } from './domains-called.ts'
import { mailboxesAt, mailboxesKnownBy } from './mailboxes-at.ts'
import { ordersKnownBy } from './orders-known-by.ts'
import { paymentsKnownBy } from './payments-known-by.ts'

/** What an id looks like, ours or a third party's; names and addresses of one word do as well. */
const idForm = /^[\w-]{6,}$/

/**
 * What a text may mean to somebody of the staff with this role: the beginning of an address, of a name, of the words of
 * a customer, or an id of anybody's. Of each kind so many at most, in the order of the kinds. Payments are for those who
 * may see them.
 */
export async function findAnything(
  { db, secrets, prices }: Pick<Dependencies, 'db' | 'secrets' | 'prices'>,
  role: StaffRoleName,
  typed: string,
): Promise<Found[]> {
  const text = meant(typed)
  if (text.length < findMinLength) return []
  const byId = idForm.test(text)
    ? [
        domainsCalled(db, { id: text.toLowerCase() }),
        customersKnownBy(db, text),
        mailboxesKnownBy(db, text),
        ordersKnownBy({ db, prices }, text.toLowerCase()),
        ...(mayStaff(role, 'money.read') ? [paymentsKnownBy(db, text), booksKnownBy(db, text)] : []),
      ]
    : []
  const found = await Promise.all([
    customersCalled(db, text),
    domainsCalled(db, { beginning: text.replace(/^@/, '').toLowerCase() }),
    mailboxesAt(db, text.toLowerCase()),
    accountsKnownBy({ db, secrets }, text.toLowerCase()),
    ...byId,
  ])
  const all = found.flat()
  return foundKinds.flatMap((kind) => all.filter((each) => each.kind === kind).slice(0, findAtMost))
}

/** Of a page's address its host counts. */
function meant(typed: string): string {
  const text = typed.trim()
  return /^https?:\/\//i.test(text) ? (URL.parse(text)?.hostname.replace(/^www\./, '') ?? text) : text
}
