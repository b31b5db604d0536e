import type { StripeAccount } from './account.ts'
import { wholeList } from './lists.ts'
import { invalid } from './problem.ts'

type Json = Record<string, unknown>

/**
 * An object as Stripe answers it: fields that are left out unless asked for are removed, and the references
 * named by `expand` are replaced by what they refer to.
 */
export function present(account: StripeAccount, object: object, expand: readonly string[] = []): Json {
  const answer = withoutIncludables({ ...structuredClone(object) })
  for (const path of expand) expandPath(account, answer, path.split('.'), path)
  return answer
}

function withoutIncludables(object: Json): Json {
  if (object.object === 'coupon') delete object.applies_to
  if (object.object === 'invoice') object.lines = firstTen(object.lines)
  if (object.object === 'subscription') object.items = firstTen(object.items)
  if (object.object === 'list') for (const entry of entriesOf(object)) withoutIncludables(entry)
  return object
}

/**
 * An invoice shows "the first handful" of its lines, which are ten; the others are asked for. How many items a subscription
 * shows is not said, so it is not more. https://docs.stripe.com/api/invoices/line_item
 */
function firstTen(lines: unknown): unknown {
  if (!isObject(lines)) return lines
  const data = entriesOf(lines)
  return { ...lines, data: data.slice(0, 10), has_more: data.length > 10 }
}

function expandPath(
  account: StripeAccount,
  holder: Json,
  [field = '', ...rest]: string[],
  whole: string,
): void {
  if (holder.object === 'list' && field === 'data') {
    for (const entry of entriesOf(holder)) expandPath(account, entry, rest, whole)
    return
  }
  const includable = includables[`${String(holder.object)}.${field}`]
  if (includable) holder[field] ??= includable(account, holder)
  else if (typeof holder[field] === 'string') {
    const found = resolve(account, holder[field])
    if (!found) throw cannotExpand(whole)
    holder[field] = withoutIncludables({ ...structuredClone(found) })
  } else if (holder[field] === undefined) throw cannotExpand(whole)
  const held = holder[field]
  if (rest.length > 0 && isObject(held)) expandPath(account, held, rest, whole)
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const entriesOf = ({ data }: Json): Json[] => (Array.isArray(data) ? data.filter(isObject) : [])

const cannotExpand = (path: string) => invalid(`This property cannot be expanded (${path}).`, 'expand[0]')

/** Fields that are in an answer only when asked for. */
const includables: Record<string, (account: StripeAccount, holder: Json) => unknown> = {
  'checkout.session.line_items': (account, { id }) => {
    const lines = account.checkoutTerms.get(String(id))?.lines ?? []
    const list = wholeList(`/v1/checkout/sessions/${String(id)}/line_items`, lines.slice(0, 10))
    return { ...list, has_more: lines.length > list.data.length }
  },
  'invoice.payments': (account, { id }) =>
    wholeList('/v1/invoice_payments', account.invoicePayments.list({ parent: String(id) })),
  'charge.refunds': (account, charge) =>
    wholeList(
      `/v1/charges/${String(charge.id)}/refunds`,
      account.refunds.list({ parent: String(charge.payment_intent) }),
    ),
  'coupon.applies_to': (account, { id }) => account.coupons.get(String(id))?.applies_to,
}

function resolve(account: StripeAccount, id: string): object | undefined {
  const byPrefix: Record<string, { get(id: string): object | undefined }> = {
    cus: account.customers,
    sub: account.subscriptions,
    in: account.invoices,
    pi: account.paymentIntents,
    ch: account.charges,
    txn: account.balanceTransactions,
    pm: account.paymentMethods,
    price: account.prices,
    promo: account.promotionCodes,
    bpc: account.portalConfigurations,
  }
  const prefix = id.slice(0, Math.max(0, id.indexOf('_')))
  return byPrefix[prefix]?.get(id) ?? account.coupons.get(id) ?? account.products.get(id)
}
