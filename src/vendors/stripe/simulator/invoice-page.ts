import { Hono } from 'hono'
import { html } from 'hono/html'
import { type Markup, page, pageHeaders } from '#vendors/sandbox/console/page.ts'
import type { StripeAccount } from './account.ts'
import { cardChoice } from './card-choice.ts'
import { askedPayment, confirmPayment, failConfirmation } from './confirm-payment.ts'
import { behaviourOf } from './customers.ts'
import { intentOf } from './invoices.ts'
import { day, dollars } from './money.ts'
import type { Invoice } from './objects.ts'
import { gone } from './portal-page.ts'
import { payInvoice } from './subscriptions.ts'

/**
 * An invoice's hosted page: pay what is open, or confirm with the bank what waits for that.
 * https://docs.stripe.com/invoicing/hosted-invoice-page
 */
export function createInvoicePage(account: StripeAccount): Hono {
  const pages = new Hono()

  pages.get('/invoice/:id', (c) => {
    const invoice = account.invoices.get(c.req.param('id'))
    return invoice
      ? c.html(invoicePage(account, invoice), 200, pageHeaders)
      : c.html(gone(), 404, pageHeaders)
  })

  pages.post('/invoice/:id', async (c) => {
    const invoice = account.invoices.get(c.req.param('id'))
    if (!invoice) return c.html(gone(), 404, pageHeaders)
    const form = await c.req.parseBody()
    account.world.store.transaction(() => {
      if (!isPayable(invoice)) return
      if (form.action === 'confirm') return confirmPayment(account, invoice)
      if (form.action === 'fail') return failConfirmation(account, invoice)
      // A card that is typed in here is not kept.
      const card = account.id('pm')
      account.cardBehaviours.put(card, behaviourOf(form.card))
      payInvoice(account, invoice, card)
    })
    return c.redirect(`/invoice/${invoice.id}`, 303)
  })
  return pages
}

/** An invoice that was written off can still be paid by its link. */
const isPayable = ({ status }: Invoice): boolean => status === 'open' || status === 'uncollectible'

function invoicePage(account: StripeAccount, invoice: Invoice): Markup {
  return page(
    `Invoice ${invoice.number}`,
    html`<main class="card checkout">
      <p class="eyebrow">Stripe sandbox · invoice ${invoice.number}</p>
      <h1>${dollars(invoice.total)}</h1>
      <p class="muted">${day(invoice.created)} · ${invoice.status}</p>
      <table class="bill">
        <tbody>
          ${invoice.lines.data.map((line) => html`<tr><td>${line.description}</td><td class="number">${dollars(line.amount)}</td></tr>`)}
          ${invoice.subtotal > invoice.total ? html`<tr><td>Discount</td><td class="number">−${dollars(invoice.subtotal - invoice.total)}</td></tr>` : ''}
        </tbody>
        <tfoot><tr><th scope="row">Total</th><th class="number">${dollars(invoice.total)}</th></tr></tfoot>
      </table>
      ${isPayable(invoice) ? (askedPayment(account, invoice) ? confirmForm(invoice) : payForm(account, invoice)) : ''}
    </main>`,
    { narrow: true },
  )
}

const confirmForm = (invoice: Invoice) => html`<form method="post" action="/invoice/${invoice.id}">
  <p>The bank asks you to confirm this payment.</p>
  <div class="buttons">
    <button name="action" value="confirm" class="primary">Confirm ${dollars(invoice.amount_remaining)}</button>
    <button name="action" value="fail">Fail the confirmation</button>
  </div>
</form>`

const payForm = (
  account: StripeAccount,
  invoice: Invoice,
) => html`<form method="post" action="/invoice/${invoice.id}">
  ${invoice.attempt_count > 0 ? html`<p>${intentOf(account, invoice)?.last_payment_error?.message ?? 'The last payment was declined.'}</p>` : ''}
  <label>Card ${cardChoice()}</label>
  <div class="buttons"><button class="primary">Pay ${dollars(invoice.amount_remaining)}</button></div>
</form>`
