import { checkoutFor, completeDraft, takeOrder } from '#tests/server/place-order.ts'
import type { TestAnswer, TestBrowser } from '#tests/server/test-app.ts'

/** A signed-in customer, over a real connection. */
export type Shopper = Pick<TestBrowser, 'get' | 'post'> & { email: string }

let addresses = 0

/** Signs in, from a network of their own. */
export async function signInAt(url: string, email: string, password: string): Promise<Shopper> {
  const cookies = new Map<string, string>()
  const address = `10.1.${++addresses >> 8}.${addresses % 256}`
  async function send(path: string, init: RequestInit = {}): Promise<TestAnswer> {
    const answer = await fetch(`${url}${path}`, {
      ...init,
      headers: {
        origin: url,
        'x-requested-with': 'XMLHttpRequest',
        'x-forwarded-for': address,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(init.body != null && { 'content-type': 'application/json' }),
      },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (name) cookies.set(name, value ?? '')
    }
    const body = await answer.json()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`)
    return { status: answer.status, body, headers: {} }
  }
  const shopper: Shopper = {
    email,
    get: (path) => send(path),
    post: (path, body = {}) => send(path, { method: 'POST', body: JSON.stringify(body) }),
  }
  await shopper.post('/api/auth/login', { email, password })
  return shopper
}

/** Three calls and the payment page: an order of two Entra domains, until the page that follows says that it is paid. */
export async function orderToPaid(shopper: Shopper, site: string): Promise<void> {
  const draft = completeDraft()
  const taken = await takeOrder(shopper as Parameters<typeof takeOrder>[0], draft)
  const body = checkoutFor(shopper as Parameters<typeof takeOrder>[0], draft, taken, { origin: site })
  const opened = await shopper.post('/api/payments/create-checkout-session', body)
  const { id, url } = opened.body.data.session
  const paid = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'action=pay',
  })
  await paid.body?.cancel()
  const { body: confirmed } = await shopper.get(`/api/payments/confirmation?session_id=${id}`)
  if (confirmed.status !== 'paid') throw new Error(`The order is ${confirmed.status}.`)
}
