import { Hono } from 'hono'
import { html } from 'hono/html'
import { type Markup, page, pageHeaders } from '#vendors/sandbox/console/page.ts'
import type { StripeAccount } from './account.ts'
import { currentSession } from './checkout-sessions.ts'
import { payCheckout, successAddress } from './complete-checkout.ts'
import { behaviourOf } from './customers.ts'
import { day, dollars } from './money.ts'
import type { CheckoutSession, LineItem } from './objects.ts'
import { StripeProblem } from './problem.ts'

/** The hosted page behind a session's `url`: Pay, Decline and Cancel. */
export function createPayPage(account: StripeAccount): Hono {
  const pay = new Hono()
  pay.onError((error, c) => {
    if (!(error instanceof StripeProblem)) account.world.log(String(error))
    return c.html(
      notice('This page does not exist', 'The payment link is wrong or belongs to another sandbox.'),
      404,
      pageHeaders,
    )
  })

  pay.get('/pay/:id', (c) => {
    const { session, terms } = currentSession(account, c.req.param('id'))
    if (session.status === 'complete') return c.redirect(successAddress(session), 303)
    if (session.status === 'expired')
      return c.html(
        notice('This payment page has expired', 'Nothing was charged.', session.cancel_url),
        410,
        pageHeaders,
      )
    return c.html(checkout(session, terms.lines, terms.refusal?.message), 200, pageHeaders)
  })

  pay.post('/pay/:id', async (c) => {
    const id = c.req.param('id')
    const form = await c.req.parseBody()
    const action = String(form.action)
    const { session } = currentSession(account, id)
    if (session.status === 'open' && action === 'cancel')
      return c.redirect(session.cancel_url ?? `/pay/${id}`, 303)
    if (session.status === 'open' && (action === 'pay' || action === 'decline'))
      account.world.store.transaction(() =>
        payCheckout(account, id, {
          email: typeof form.email === 'string' && form.email ? form.email : undefined,
          behaviour: behaviourOf(form.card),
          decline: action === 'decline',
        }),
      )
    const after = currentSession(account, id).session
    return c.redirect(after.status === 'complete' ? successAddress(after) : `/pay/${id}`, 303)
  })
  return pay
}

function checkout(session: CheckoutSession, lines: readonly LineItem[], refusal: string | undefined): Markup {
  const every = lines.find((line) => line.price.recurring)?.price.recurring
  const later = lines
    .filter((line) => line.price.recurring)
    .reduce((total, line) => total + line.amount_subtotal, 0)
  const discount = session.total_details?.amount_discount ?? 0
  return page(
    'Pay',
    html`<main class="card checkout">
      <p class="eyebrow">Stripe sandbox · no real money</p>
      <h1>${dollars(session.amount_total)}<span class="muted"> due now</span></h1>
      ${every ? html`<p class="muted">then ${dollars(later)} every ${every.interval_count} ${every.interval}${every.interval_count === 1 ? '' : 's'}</p>` : ''}
      <table class="bill">
        <thead><tr><th>Item</th><th class="number">Amount</th></tr></thead>
        <tbody>
          ${lines.map(
            (line) => html`<tr>
              <td>${line.description}<small>${line.quantity} × ${dollars(line.price.unit_amount)}${line.price.recurring ? '' : ', once'}</small></td>
              <td class="number">${dollars(line.amount_subtotal)}${line.amount_discount > 0 ? html`<small>−${dollars(line.amount_discount)}</small>` : ''}</td>
            </tr>`,
          )}
        </tbody>
        <tfoot>
          ${discount > 0 ? html`<tr><td>Discount</td><td class="number">−${dollars(discount)}</td></tr>` : ''}
          <tr><th scope="row">Total</th><th class="number">${dollars(session.amount_total)}</th></tr>
        </tfoot>
      </table>
      ${refusal ? html`<p class="alert" role="alert">${refusal} Try again, or use another card.</p>` : ''}
      <form method="post" action="/pay/${session.id}">
        <label>Email
          ${
            session.customer_details?.email || session.customer_email
              ? html`<input name="email" type="email" value="${session.customer_details?.email ?? session.customer_email}" readonly />`
              : html`<input name="email" type="email" autocomplete="email" required />`
          }
        </label>
        <label>Card
          <select name="card">
            <option value="works">Visa •••• 4242: always works</option>
            <option value="declines">Visa •••• 0341: works now, declined at renewals</option>
            <option value="always_asks">Visa •••• 3184: works now, bank asks to confirm every renewal</option>
            <option value="asks_once">Visa •••• 3155: works now, bank asks to confirm the next renewal</option>
            <option value="bank debit">Bank account •••• 6789: its bank decides in some days</option>
          </select>
        </label>
        <div class="buttons">
          <button name="action" value="pay" class="primary">Pay</button>
          <button name="action" value="decline" formnovalidate>Decline</button>
          <button name="action" value="cancel" formnovalidate class="quiet">Cancel</button>
        </div>
      </form>
      <p class="muted small">Open until ${day(session.expires_at)}, ${new Date(session.expires_at * 1_000).toISOString().slice(11, 16)} UTC.</p>
    </main>`,
    { narrow: true },
  )
}

function notice(title: string, text: string, backTo?: string | null): Markup {
  return page(
    title,
    html`<main class="card checkout">
      <p class="eyebrow">Stripe sandbox · no real money</p>
      <h1>${title}</h1>
      <p class="muted">${text}</p>
      ${backTo ? html`<p><a href="${backTo}">Back</a></p>` : ''}
    </main>`,
    { narrow: true },
  )
}
