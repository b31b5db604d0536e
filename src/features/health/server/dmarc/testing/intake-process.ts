import { once } from 'node:events'
import { pino } from 'pino'
import { createDatabase } from '#base/db/client.ts'
import { createLimits } from '#base/limits/limits.ts'
import { createDns } from '#vendors/dns/adapter/dns.ts'
import { startIntake } from '../intake.ts'
import { reportsHost } from './reported-domain.ts'

/** The intake alone in a process, so that what it costs can be seen from outside. */
const [databaseUrl = '', dnsServer = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const { db, pool, close } = createDatabase(databaseUrl, { max: 4, log })
const resolver = createDns({ servers: [dnsServer], asks: 'resolver' }, { log })
const intake = await startIntake(
  { db, log, limits: createLimits(pool, 1_000), vendors: { resolver } },
  { mailHost: reportsHost, host: '127.0.0.1', port: 0 },
)
process.send?.({ port: intake.port })
await once(process, 'disconnect')
await intake.close()
await close()
