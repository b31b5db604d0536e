import { sql } from 'drizzle-orm'
import { ruleBroken } from '#base/http/refusal.ts'
import { fillMessage } from '#base/text/message.ts'
import { isHeldAs } from '#delivery/domains/held.ts'
import { type StoredRule, storedRule } from '#delivery/domains/refuse-broken.ts'
import { isRunningAs } from '#delivery/domains/running.ts'

export const forwardingLoopMessages = {
  toOwnDomain:
    '{d} is one of your own sending domains, so visitors would be sent in circles. Please forward to another address.',
  ownDomainIsTarget:
    'Your domains forward to {d}, so it cannot become a sending domain itself: visitors would be sent in circles.',
} as const

/**
 * The host a URL leads to, and every name above it that has a dot: `a.b.acme.com`, `b.acme.com`, `acme.com`. The
 * server of one of these names decides where the URL leads. Empty for a text that is no URL.
 */
export function namesAbove(url: string): string[] {
  if (!URL.canParse(url)) return []
  const labels = new URL(url).hostname.split('.')
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'))
}

/**
 * Nothing sends visitors in circles: a sending domain of the customer leads wherever its own forwarding says, so none of
 * them, and nothing below one, may be where another (or it itself) leads to. The one rule for every way in, asked in
 * the transaction that writes the change: `urls` are where something leads from now on, and `added` the names that
 * send from now on. Names that still have to be paid for count. Of two changes at once the later one sees the earlier.
 * The lock is not the customer's row: payments and spares hold that while they wait for domains, and whoever changes a
 * forwarding has locked domains before this is asked.
 */
export function noForwardingLoops(
  customerId: string,
  { urls, added = [] }: { urls: Iterable<string>; added?: readonly string[] },
): StoredRule {
  const through = [...new Set([...urls].flatMap(namesAbove))]
  const question = sql`(
    with sending as (
      select d.name, case d.want when 'retire' then b.reinstate_wish ->> 'forwardingUrl' else d.forwarding_url end as url
      from domains d join bundles b on b.id = d.bundle_id
      where d.customer_id = ${customerId} and (
        ${isRunningAs('d')}
        or d.want = 'hold' and (${isHeldAs('d')} or b.status = 'awaiting_payment')
        or d.want = 'retire' and b.status = 'cancelled' and b.reinstate_wish is not null and d.replaced_at is null)
    )
    select jsonb_build_object(
      'own', (select min(name) from sending where name = any(${sql.param(through)}::text[])),
      'urls', array(select distinct url from sending where ${added.length > 0})))`
  return storedRule<{ own: string | null; urls: (string | null)[] }>(
    question,
    ({ own, urls: present }) => {
      if (own) throw ruleBroken(fillMessage(forwardingLoopMessages.toOwnDomain, { d: own }))
      const names = new Set(added)
      const target = present.flatMap((url) => (url ? namesAbove(url) : [])).find((name) => names.has(name))
      if (target) throw ruleBroken(fillMessage(forwardingLoopMessages.ownDomainIsTarget, { d: target }))
    },
    sql`pg_advisory_xact_lock(hashtextextended(${`forwarding:${customerId}`}, 0))`,
  )
}
