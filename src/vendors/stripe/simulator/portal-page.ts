import { Hono } from 'hono'
import { html } from 'hono/html'
import { type Markup, page, pageHeaders } from '#vendors/sandbox/console/page.ts'
import type { StripeAccount } from './account.ts'
import { cardChoice } from './card-choice.ts'
import { behaviourOf, giveCard } from './customers.ts'
import { day, dollars } from './money.ts'
import type { Invoice, Subscription } from './objects.ts'
import { pauseSubscription } from './pause.ts'
import { livePortalSession } from './portal.ts'
import { currentPeriodEnd, endSubscription, isLive, payInvoice } from './subscriptions.ts'

/** The billing portal: change the card, pay what is open, see invoices. */
export function createPortalPage(account: StripeAccount): Hono {
  const portal = new Hono()

  portal.get('/portal/:id', (c) => {
    const live = livePortalSession(account, c.req.param('id'))
    return live
      ? c.html(overview(account, live.session.id, live), 200, pageHeaders)
      : c.html(gone(), 410, pageHeaders)
  })

  portal.post('/portal/:id', async (c) => {
    const live = livePortalSession(account, c.req.param('id'))
    if (!live) return c.html(gone(), 410, pageHeaders)
    const { session, allows } = live
    const form = await c.req.parseBody()
    const owned = <T extends { customer: string }>(object: T | undefined) =>
      object?.customer === session.customer ? object : undefined
    account.world.store.transaction(() => {
      if (form.action === 'card' && allows('payment_method_update'))
        giveCard(account, session.customer, behaviourOf(form.card))
      const invoice = owned(account.invoices.get(String(form.invoice)))
      const card = account.customers.get(session.customer)?.invoice_settings.default_payment_method
      if (form.action === 'pay' && invoice?.status === 'open') payInvoice(account, invoice, card ?? undefined)
      const subscription = owned(account.subscriptions.get(String(form.subscription)))
      if (form.action === 'cancel' && subscription && isLive(subscription) && allows('subscription_cancel'))
        endSubscription(account, subscription, 'cancellation_requested')
      if (form.action === 'pause' && subscription && isLive(subscription) && allows('subscription_pause'))
        pauseSubscription(account, subscription.id, 'subscription')
    })
    return c.redirect(`/portal/${session.id}`, 303)
  })
  return portal
}

function overview(
  account: StripeAccount,
  id: string,
  { session, allows }: NonNullable<ReturnType<typeof livePortalSession>>,
): Markup {
  const customer = account.customers.get(session.customer)
  const cards = account.paymentMethods.list({ parent: session.customer, newestFirst: true, limit: 1 })
  const subscriptions = account.subscriptions.list({ parent: session.customer, newestFirst: true })
  const invoices = account.invoices.list({ parent: session.customer, newestFirst: true, limit: 50 })
  return page(
    'Billing',
    html`<main class="card checkout">
      <p class="eyebrow">Stripe sandbox · billing portal</p>
      <h1>${customer?.name ?? customer?.email ?? 'Billing'}</h1>
      ${session.return_url ? html`<p><a href="${session.return_url}">← Return</a></p>` : ''}

      <h2>Subscriptions</h2>
      ${subscriptions.length === 0 ? html`<p class="muted">None.</p>` : ''}
      ${subscriptions.map((subscription) => subscriptionRow(account, id, subscription, allows))}

      <h2>Card</h2>
      <p>${cards[0] ? `Visa •••• ${cards[0].card?.last4}` : 'No card on file.'}</p>
      ${
        allows('payment_method_update')
          ? html`<form method="post" action="/portal/${id}">
              <label>New card ${cardChoice()}</label>
              <div class="buttons"><button name="action" value="card" class="primary">Update card</button></div>
            </form>`
          : ''
      }
      ${allows('invoice_history') ? invoiceTable(id, invoices) : ''}
    </main>`,
    { narrow: true },
  )
}

function subscriptionRow(
  account: StripeAccount,
  id: string,
  subscription: Subscription,
  allows: (feature: string) => boolean,
): Markup {
  const contents = subscription.items.data
    .map(
      (item) => `${item.quantity} × ${account.products.get(item.price.product)?.name ?? item.price.product}`,
    )
    .join(', ')
  const when = isLive(subscription)
    ? `${subscription.cancel_at_period_end ? 'ends' : 'renews'} ${day(currentPeriodEnd(subscription))}`
    : subscription.status === 'paused'
      ? 'nothing is charged'
      : `ended ${day(subscription.ended_at ?? subscription.created)}`
  return html`<form method="post" action="/portal/${id}" class="row">
    <p>${contents}<small>${subscription.status.replace('_', ' ')} · ${when}</small></p>
    <input type="hidden" name="subscription" value="${subscription.id}" />
    ${allows('subscription_pause') && isLive(subscription) ? html`<button name="action" value="pause">Pause subscription</button>` : ''}
    ${allows('subscription_cancel') && isLive(subscription) ? html`<button name="action" value="cancel">Cancel subscription</button>` : ''}
  </form>`
}

function invoiceTable(id: string, invoices: readonly Invoice[]): Markup {
  if (invoices.length === 0) return html`<h2>Invoices</h2><p class="muted">None yet.</p>`
  return html`<h2>Invoices</h2>
    <table class="bill">
      <thead><tr><th>Date</th><th>Status</th><th class="number">Amount</th></tr></thead>
      <tbody>
        ${invoices.map(
          (invoice) => html`<tr>
            <td><a href="/invoice/${invoice.id}">${day(invoice.created)}</a></td>
            <td>
              ${invoice.status}
              ${
                invoice.status === 'open'
                  ? html`<form method="post" action="/portal/${id}">
                      <input type="hidden" name="invoice" value="${invoice.id}" />
                      <button name="action" value="pay">Pay now</button>
                    </form>`
                  : ''
              }
            </td>
            <td class="number">${dollars(invoice.total)}</td>
          </tr>`,
        )}
      </tbody>
    </table>`
}

export const gone = () =>
  page(
    'Link expired',
    html`<main class="card checkout">
      <p class="eyebrow">Stripe sandbox · billing portal</p>
      <h1>This link has expired</h1>
      <p class="muted">Open the payment portal again from the dashboard.</p>
    </main>`,
    { narrow: true },
  )
