import { once } from 'node:events'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Db } from '../db/client.ts'
import { networkOf } from '../http/network-of.ts'
import type { Limits } from '../limits/limits.ts'
import type { Vendors } from '../providers/vendors.ts'
import { bounds } from './bounds.ts'
import { findAddress, type ReportAddress } from './find-address.ts'
import { hostServers } from './report/host-servers.ts'
import { takeMail } from './take-mail.ts'

/** Connections at once. */
const connectionsMost = 20
/** Bytes of all mails that are being received or wait to be read. */
const heldMost = 30 * 1024 * 1024
/** Ms without a byte, and for a whole mail: a reporter's servers are quick, and come again. */
const silenceMs = 20_000
const mailMs = 60_000
/** Wrong addresses and refused mails that a connection may have. */
const mistakesMost = 5
/** A receiver reports once a day or every hour; a whole fleet's reports come from few servers of each. */
const ofDomain = { perSecond: 200 / 86_400, burst: 100 }
const ofServer = { perSecond: 5, burst: 500 }

export interface IntakeDeps {
  db: Db
  log: Logger
  limits: Pick<Limits, 'allow'>
  vendors: { resolver: Pick<Vendors['resolver'], 'txt'> }
}

export interface IntakeOptions {
  /** What stands behind the @ of the addresses. */
  mailHost: string
  host: string
  port: number
  clock?: () => number
}

export interface Intake {
  port: number
  close(): Promise<void>
}

const answer = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
const comeAgain = () => answer(451, '4.3.0 Not now, please come again')

/**
 * Takes receivers' DMARC reports by SMTP. It knows the addresses of domains that run and nothing else, relays nothing, and
 * holds a bounded number of bytes, whoever sends how much; mails are read one after the other.
 */
export async function startIntake(deps: IntakeDeps, options: IntakeOptions): Promise<Intake> {
  const { mailHost, host, port, clock = Date.now } = options
  const take = createTaker(deps, clock)
  const addresses = new WeakMap<SMTPServerSession, ReportAddress>()
  const mistakes = new Map<string, number>()

  /** The answer to a mistake; who makes many is not listened to any more. */
  function refusal(session: SMTPServerSession, error: Error): Error {
    const made = (mistakes.get(session.id) ?? 0) + 1
    mistakes.set(session.id, made)
    return made > mistakesMost ? answer(421, '4.7.0 Too many mistakes, closing') : error
  }

  async function recipient(address: string, session: SMTPServerSession): Promise<Error | undefined> {
    const found = await findAddress(deps.db, address, mailHost)
    if (!found) return refusal(session, answer(550, '5.1.1 No such address'))
    // A report is of one domain; its others come as mails of their own.
    if (session.envelope.rcptTo.length > 0) return answer(452, '4.5.3 One recipient at a time')
    const server = `dmarc:${networkOf(session.remoteAddress)}`
    const allowed = await deps.limits.allow(
      { key: server, rate: ofServer },
      // Anybody can read the address in DNS: what one server sends there uses up nobody else's.
      { key: `${server}:${found.domainId}`, rate: ofDomain },
    )
    if (!allowed.ok) return answer(451, '4.7.1 Too many, please come again later')
    addresses.set(session, found)
    return undefined
  }

  async function data(stream: Readable, session: SMTPServerSession): Promise<Error | undefined> {
    const address = addresses.get(session)
    if (!address) return answer(503, '5.5.1 No recipient')
    const patience = setTimeout(() => cut(server, session), mailMs)
    const taken = await take(stream, address).finally(() => clearTimeout(patience))
    if (taken.as === 'later') return comeAgain()
    if (taken.as !== 'refused') return undefined
    deps.log.info({ domainId: address.domainId, reason: taken.reason }, 'a DMARC report was refused')
    return refusal(session, answer(554, `5.6.0 ${taken.reason}`))
  }

  /** An error of ours is no answer: the sender comes again. */
  const settle = (work: Promise<Error | undefined>, callback: (error?: Error | null) => void) =>
    work.then(
      (error) => callback(error),
      (error: unknown) => {
        deps.log.error({ err: error }, 'a DMARC report could not be taken')
        callback(comeAgain())
      },
    )

  const server = new SMTPServer({
    name: mailHost,
    banner: 'DMARC reports',
    size: bounds.mail,
    maxClients: connectionsMost,
    socketTimeout: silenceMs,
    closeTimeout: 1_000,
    disableReverseLookup: true,
    hideSTARTTLS: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, session, callback) => void settle(recipient(address, session), callback),
    onData: (stream, session, callback) => void settle(data(stream, session), callback),
    onClose: ({ id }) => void mistakes.delete(id),
  })
  server.on('error', (error) => deps.log.debug({ err: error }, 'a connection with a DMARC report ended'))
  const net = server.listen(port, host)
  await once(net, 'listening')
  const at = net.address()
  return {
    port: typeof at === 'object' && at ? at.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

type Outcome = Awaited<ReturnType<typeof takeMail>>

function createTaker({ db, vendors }: IntakeDeps, clock: () => number) {
  const taking = { db, dns: vendors.resolver, servers: hostServers(vendors.resolver, clock) }
  let held = 0
  let last: Promise<unknown> = Promise.resolve()

  return async (stream: Readable, address: ReportAddress): Promise<Outcome> => {
    const chunks: Buffer[] = []
    let size = 0
    let isTooMuch = false
    const collect = new Writable({
      write(chunk: Buffer, _encoding, done) {
        isTooMuch ||= held + chunk.length > heldMost
        if (!isTooMuch && size + chunk.length <= bounds.mail) {
          chunks.push(chunk)
          held += chunk.length
        }
        size += chunk.length
        done()
      },
    })
    try {
      await pipeline(stream, collect)
      if (size > bounds.mail) return { as: 'refused', reason: 'It is too large.' }
      if (isTooMuch) return { as: 'later' }
      const turn = last.then(() => takeMail(taking, Buffer.concat(chunks), address, clock()))
      last = turn.catch(() => {})
      return await turn
    } finally {
      held -= chunks.reduce((sum, { length }) => sum + length, 0)
    }
  }
}

/** Ends a connection without a word. */
function cut(server: SMTPServer, { id }: SMTPServerSession): void {
  for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>)
    if (connection.id === id) connection._socket.destroy()
}
