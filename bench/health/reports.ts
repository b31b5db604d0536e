import { createTransport } from 'nodemailer'
import type pg from 'pg'
import { pino } from 'pino'
import type { Dependencies } from '#delivery/dependencies.ts'
import { reporterNames } from '#features/health/rules/reporters.ts'
import { startIntake } from '#features/health/server/dmarc/intake.ts'
import { receivers, reportMail } from '#vendors/sandbox/reporters/report-mail.ts'
import { reporterKey, reporterSelector } from '#vendors/sandbox/reporters/reporter-keys.ts'

const day = 86_400_000
/** What stands behind the @ of the addresses. */
export const reportsHost = 'reports.bench.test'
const sendsFrom = ['40.92.1.1', '40.92.2.2', '40.92.3.3']

/** What DNS says of those who report: their keys, and which servers are the host's. */
export const reportersInDns: Record<string, string> = {
  ...Object.fromEntries(
    Object.values(receivers).map(({ signedFor }) => [
      `${reporterSelector}._domainkey.${signedFor}`,
      reporterKey().txt,
    ]),
  ),
  'spf.protection.outlook.com': 'v=spf1 ip4:40.92.0.0/15 -all',
}

/** Each domain has been reported of for a week, by every receiver that counts. */
export const reportedSoFar = (pool: pg.Pool) =>
  pool.query(
    `insert into dmarc_days (domain_id, day, reporter, ours, ours_passed, forwarded, "foreign", hijacked, reports)
      select h.domain_id, current_date - n, r, 100, 100, 0, 0, 0, array['known']
      from domain_health h, generate_series(2, 8) n, unnest($1::text[]) r where h.due_at is not null`,
    [reporterNames],
  )

interface Mail {
  from: string
  to: string
  raw: Buffer
}

/** The reports of an hour: those of yesterday, of a twenty-fourth of the domains, from every receiver. */
export async function anHoursReports(pool: pg.Pool, now: number): Promise<Mail[]> {
  const { rows } = await pool.query<{ name: string; token: string }>(
    `select d.name, d.report_token as token from domains d join domain_health h on h.domain_id = d.id
      where d.delivered_at < now() - interval '3 days' and h.due_at is not null and abs(hashtext(d.id)) % 24 = 0`,
  )
  const begin = Math.floor((now - day) / day) * (day / 1_000)
  const mails: Mail[] = []
  for (const { name, token } of rows)
    for (const reporter of reporterNames) {
      const to = `${token}@${reportsHost}`
      const seen = sendsFrom.map((ip) => {
        return { ip, count: 30, dkim: 'pass', spf: 'pass', envelopeFrom: name } as const
      })
      const report = { domain: name, begin, end: begin + 86_399, id: `${name}-${begin}`, mails: seen }
      mails.push({ from: receivers[reporter].from, to, raw: await reportMail(reporter, to, report) })
    }
  return mails
}

/** Takes them in by SMTP, as the worker does that listens; who sends them is counted with it. */
export async function takeReports(
  { db, limits, vendors }: Pick<Dependencies, 'db' | 'limits' | 'vendors'>,
  mails: readonly Mail[],
  now: number,
): Promise<void> {
  const intake = await startIntake(
    { db, limits, vendors, log: pino({ level: 'silent' }) },
    { mailHost: reportsHost, host: '127.0.0.1', port: 0, clock: () => now },
  )
  const transport = createTransport({
    pool: true,
    maxConnections: 2,
    host: '127.0.0.1',
    port: intake.port,
    ignoreTLS: true,
  })
  try {
    for (const { from, to, raw } of mails) await transport.sendMail({ envelope: { from, to }, raw })
  } finally {
    transport.close()
    await intake.close()
  }
}
