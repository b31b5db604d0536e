import { randomUUID } from 'node:crypto'
import { resolve } from '#vendors/dns/simulator/resolve.ts'
import { googleState } from '#vendors/google/simulator/state.ts'
import { getDomain, microsoftState } from '#vendors/microsoft/simulator/state.ts'
import type { World } from '../world.ts'
import { authenticate, domainOf, googleResults, microsoftResults, type Signature } from './authenticate.ts'
import { hostedMessages, mailRules } from './messages.ts'

type MailHost = 'microsoft' | 'google'

export interface OutgoingMail {
  from: string
  to: string
  subject: string
  text: string
  /** The sending tenant's or account's own id. */
  sender: { host: MailHost; account: string }
  signature: Signature
}

/** Where each host sends from: within what its SPF record allows. */
const sendsFrom: Record<MailHost, string> = { microsoft: '203.0.113.17', google: '203.0.113.81' }
/** Seconds to minutes in truth; short enough to be watched. */
const onTheWayMs = 4_000

/** What Exchange Online writes into a mail that it sends, seen in mails that arrived elsewhere; nothing of it was checked. */
const sentByMicrosoft = (from: string) => ({
  name: 'Authentication-Results',
  value: `dkim=none (message not signed)\r\n header.d=none;dmarc=none action=none\r\n header.from=${domainOf(from)};`,
})

/** One message on its way to one recipient. What nobody takes is gone: the simulated hosts send no reports. */
export function deliver(world: World, mail: OutgoingMail): void {
  const to = mail.to.toLowerCase()
  const receiver = receiverOf(world, to)
  const rule = mailRules(world.store).get(domainOf(mail.from))
  const placement = rule && (rule.at ?? receiver?.host) === receiver?.host ? rule.placement : undefined
  if (!receiver || placement === 'lost') return
  const id = randomUUID()
  const isInside = receiver.host === mail.sender.host && receiver.account === mail.sender.account
  const checked = authenticate(world, {
    from: mail.from,
    ip: sendsFrom[mail.sender.host],
    signature: mail.signature,
  })
  const results = receiver.host === 'microsoft' ? microsoftResults(checked) : googleResults(checked)
  const isSuspicious = !isInside && checked.dmarc.result !== 'pass'
  const arrivedAt = world.now() + onTheWayMs * world.delayScale
  hostedMessages(world.store).put(
    id,
    {
      id,
      from: mail.from,
      to,
      subject: mail.subject,
      text: mail.text,
      folder: isSuspicious || placement === 'junk' ? 'junk' : 'inbox',
      ...(placement === 'tab' && receiver.host === 'google' && { isPromotion: true }),
      arrivedAt,
      headers: [
        { name: 'Received', value: `from mail.${mail.sender.host}.example by mx.${receiver.host}.example` },
        // Within a tenant nobody checks anything.
        ...(isInside ? [] : [{ name: 'Authentication-Results', value: results }]),
        ...(mail.sender.host === 'microsoft' ? [sentByMicrosoft(mail.from)] : []),
        { name: 'From', value: mail.from },
        { name: 'To', value: mail.to },
        { name: 'Subject', value: mail.subject },
        { name: 'Message-ID', value: `<${id}@${domainOf(mail.from)}>` },
      ],
    },
    to,
  )
}

/** The account that has the recipient's mailbox, at the host to which the recipient's domain points. */
function receiverOf(world: World, to: string): { host: MailHost; account: string } | undefined {
  const host = mailHostOf(world, domainOf(to))
  if (host === 'microsoft') {
    const state = microsoftState(world.store)
    const tenant = state.tenants
      .list()
      .find(({ tenantId }) => getDomain(state, tenantId, domainOf(to))?.isVerified)
    const id = tenant && state.identities.get(`${tenant.tenantId}/smtp:${to}`)
    return tenant && id ? { host, account: tenant.tenantId } : undefined
  }
  const state = googleState(world.store)
  const user = host === 'google' ? state.users.get(state.emails.get(to) ?? '') : undefined
  return user && !user.suspended ? { host: 'google', account: user.customerId } : undefined
}

function mailHostOf(world: World, domain: string): MailHost | undefined {
  const exchanges = resolve(world, domain, 'MX').answers.flatMap((answer) =>
    answer.type === 'MX' ? [answer.data.exchange.toLowerCase().replace(/\.$/, '')] : [],
  )
  if (exchanges.some((host) => /\.(mail\.protection\.outlook\.com|mx\.microsoft)$/.test(host)))
    return 'microsoft'
  return exchanges.some((host) => host.endsWith('.google.com')) ? 'google' : undefined
}
