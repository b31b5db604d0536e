import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { isHeldAs } from '#delivery/domains/held.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/client.ts'
import { metrics, waiting } from './metrics.ts'

/**
 * Answers `GET /metrics` on a port of its own, which no customer should reach. A database that cannot be asked
 * leaves out what waits, and nothing else.
 */
export async function serveMetrics(
  { db, config, log }: { db: Db; config: Pick<Config, 'metricsHost'>; log: Logger },
  port: number,
): Promise<{ host: string; port: number; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    try {
      await readWaiting(db)
    } catch (error) {
      waiting.reset()
      log.warn({ err: error }, 'what waits could not be counted')
    }
    try {
      const text = await metrics.metrics()
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be written')
      response.writeHead(500).end()
    }
  })
  server.listen(port, config.metricsHost)
  await once(server, 'listening')
  const { address, port: actual } = server.address() as AddressInfo
  return {
    host: address,
    port: actual,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function readWaiting(db: Db): Promise<void> {
  const { rows } = await db.execute<Record<string, string>>(sql`
    select
      (select count(*) from domain_names
        where next_run_at <= now() and (lease_until is null or lease_until < now())) as domains_due,
      (select count(*) from domains d where d.status = 'error' and ${isHeldAs('d')}) as domains_in_error,
      (select count(*) from work_items where closed_at is null) as work_items,
      (select count(*) from outbox where sent_at is null and failed_at is null and dropped_at is null) as mails,
      (select count(*) from mail_relay where stopped_at is not null) as mail_relay_stopped,
      (select count(*) from outbox where failed_at is not null) as mails_given_up,
      (select count(*) from stripe_events where processed_at is null) as payment_events`)
  for (const [what, count] of Object.entries(rows[0] ?? {})) waiting.set({ what }, Number(count))
}
