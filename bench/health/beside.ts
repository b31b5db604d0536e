import type pg from 'pg'
import { pino } from 'pino'
import { postmasterSignIns, probeMailboxes, providerAccounts } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { askForAlerts } from '#features/health/server/alerts/ask-for-alerts.ts'
import { probeDue } from '#features/health/server/placement/probe-round.ts'
import { demoGoogleAccount } from '#vendors/google/simulator/demo.ts'
import { probeVendors } from '#vendors/ports/proof-mail.ts'
import { demoProbeMailboxes, secondProbeMailboxes } from '#vendors/sandbox/hosted-mail/demo.ts'

const minute = 60_000
const log = pino({ level: 'silent' })

/** What is asked beside the looks: two probe mailboxes at each host, a Google account, and a sign-in to the Postmaster Tools. */
export async function addOthers({ db, secrets }: Dependencies): Promise<void> {
  for (const mailboxes of [demoProbeMailboxes, secondProbeMailboxes])
    for (const vendor of probeVendors) {
      const credentials = mailboxes[vendor]
      const id = credentials.address
      const sealed = secrets.seal(JSON.stringify(credentials), placeOf.probeMailbox(id))
      await db.insert(probeMailboxes).values({ id, vendor, address: id, credentials: sealed })
    }
  const id = 'acc_google'
  await db.insert(providerAccounts).values({
    id,
    vendor: 'google',
    label: 'workspace',
    credentials: secrets.seal(JSON.stringify(demoGoogleAccount), placeOf.providerAccount(id)),
    ...{ capacityDomains: 1, capacityMailboxes: 1, capacityDailyRecipients: 1 },
  })
  const signIn = { clientId: 'client', clientSecret: 'secret of it', refreshToken: 'refresh' }
  await db.insert(postmasterSignIns).values({
    id: 'postmaster',
    credentials: secrets.seal(JSON.stringify(signIn), placeOf.postmasterSignIn('postmaster')),
  })
}

/**
 * An hour of it: the probes of a twenty-fourth of the domains, each looked for until its last time, and every Google account
 * four times. Clocks are epoch ms.
 */
export async function anHourBeside(
  deps: Pick<Dependencies, 'db' | 'vendors'>,
  pool: pg.Pool,
  from: number,
): Promise<void> {
  await pool.query(
    `update domain_health set probe_at = to_timestamp($1::float8 / 1000) + case
      when abs(hashtext(domain_id)) % 24 = 0 then interval '-1 second' else interval '1 day' end`,
    [from],
  )
  await pool.query('update probe_mailboxes set last_read_at = to_timestamp($1::float8 / 1000)', [from])
  for (const minutes of [0, 2, 5, 15, 60])
    await probeDue({ ...deps, log }, { clock: () => from + minutes * minute + 1_000 })
  for (let quarter = 0; quarter < 4; quarter++) {
    await pool.query('update alert_watches set asked_at = to_timestamp(0)')
    await askForAlerts({ ...deps, log }, { clock: () => from + quarter * 15 * minute })
  }
}

const json = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })

interface Sent {
  id: string
  subject: string
  receivedDateTime: string
}

/**
 * What they answer at once: every probe lies in the inbox of whom it was sent to, no alert is raised, and every domain is in
 * the Postmaster Tools. Undefined for any other call.
 */
export function answeringBeside(names: () => readonly string[]) {
  const inboxes = new Map<string, Sent[]>()
  return (url: URL, body: string): Response | undefined => {
    const path = decodeURIComponent(url.pathname)
    if (path.endsWith('/google/token')) return json({ access_token: 'token', expires_in: 3_600 })
    if (path.endsWith('/sendMail')) {
      const { message } = JSON.parse(body)
      const to: string = message.toRecipients[0].emailAddress.address
      const sent = { id: `mail-${message.subject}`, subject: message.subject }
      inboxes.set(to, [...(inboxes.get(to) ?? []), { ...sent, receivedDateTime: new Date().toISOString() }])
      return new Response(null, { status: 202 })
    }
    const folder = /\/users\/([^/]+)\/mailFolders\/(\w+)\/messages$/.exec(path)
    if (folder)
      return json({ value: folder[2] === 'inbox' ? (inboxes.get(folder[1] ?? '') ?? []).slice(-100) : [] })
    if (/\/users\/[^/]+\/messages\/mail-/.test(path)) return json({ id: 'mail', internetMessageHeaders: [] })
    if (path.endsWith('/users/me/messages'))
      return json({ messages: [{ id: 'mail' }], resultSizeEstimate: 1 })
    if (path.endsWith('/users/me/messages/mail'))
      return json({ labelIds: ['INBOX'], internalDate: String(Date.now()), payload: { headers: [] } })
    if (path.endsWith('/alerts')) return json({})
    if (path.endsWith('/postmaster/v2/domains')) return json(pageOf(names(), url))
    if (path.endsWith('/domainStats:batchQuery')) {
      const { requests } = JSON.parse(body) as { requests: { metricDefinitions: [{ name: string }] }[] }
      return json({ results: requests.map(() => ({ response: { domainStats: marks } })) })
    }
    return undefined
  }
}

const pageSize = 200
function pageOf(names: readonly string[], url: URL) {
  const from = Number(url.searchParams.get('pageToken') ?? 0)
  const domains = names
    .slice(from, from + pageSize)
    .map((name) => ({ name: `domains/${name}`, permission: 'OWNER', verificationState: 'VERIFIED' }))
  const next = from + pageSize
  return { domains, ...(next < names.length && { nextPageToken: String(next) }) }
}

/** A day on which few of many marked it. */
const yesterday = new Date(Date.now() - 86_400_000)
const marks = [
  {
    metric: 'spam_rate',
    date: {
      year: yesterday.getUTCFullYear(),
      month: yesterday.getUTCMonth() + 1,
      day: yesterday.getUTCDate(),
    },
    value: { doubleValue: 0.0002 },
  },
]
