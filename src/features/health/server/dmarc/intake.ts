import { once } from 'node:events'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Db } from '#base/db/client.ts'
import { errorCode } from '#base/error-code.ts'
import { networkOf } from '#base/http/network-of.ts'
import type { Limits } from '#base/limits/limits.ts'
import { countWarnings } from '#base/telemetry/count-warnings.ts'
import type { Vendors } from '#vendors/client/vendors.ts'
import { bounds } from './bounds.ts'
import { connectionsMost, createConnectionRoom, type TurnedAway } from './connection-room.ts'
import { findAddress, type ReportAddress } from './find-address.ts'
import { senderOf } from './mail/read-claim.ts'
import { createReader, type Reader } from './reading/reader.ts'
import { noteRefused } from './refused-reports.ts'
import { type HostServers, hostServers } from './report/host-servers.ts'
import { takeMail } from './take-mail.ts'

/** Sockets at once, also of those that are told that there is no room. */
const socketsMost = 3 * connectionsMost
/** Bytes of all mails that are being received or wait to be read. */
const heldMost = 30 * 1024 * 1024
/** Ms without a byte, and for a whole mail: a reporter's servers are quick, and come again. */
const silenceMs = 20_000
const mailMs = 60_000
const longestConnectionMs = 3 * 60_000
/** Wrong addresses and refused mails that a connection may have. */
const mistakesMost = 5
/** Recipients that a connection may name, right ones too: each is looked up. */
const recipientsMost = 200
/** Refused mails of a server to a domain. What is validly signed is not counted: a server in front stands for everybody. */
const refusedOfDomain = { perSecond: 200 / 86_400, burst: 100 }
/** A whole fleet's reports come from few servers of each receiver. */
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
  /** Ms that a connection may last, whatever it does. */
  connectionMs?: number
}

export interface Intake {
  port: number
  /** Connections that found no room since it was asked last. */
  takeTurnedAway(): TurnedAway
  close(): Promise<void>
}

const answer = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
/** Its sender went away, or was too slow: `smtp-server` has this code for it. */
const isCutOff = (error: unknown) => errorCode(error) === 'ECONNECTION'
const comeAgain = () => answer(451, '4.3.0 Not now, please come again')

interface Connection {
  ends: NodeJS.Timeout
  mistakes: number
  recipients: number
}

/**
 * Takes receivers' DMARC reports by SMTP. It knows the addresses of domains that run and nothing else, relays nothing, and
 * holds a bounded number of bytes, whoever sends how much; mails are read one after the other.
 */
export async function startIntake(deps: IntakeDeps, options: IntakeOptions): Promise<Intake> {
  const { mailHost, host, port, clock = Date.now, connectionMs = longestConnectionMs } = options
  const reader = createReader((error) => deps.log.warn({ err: error }, 'a reader of DMARC reports has ended'))
  const warn = countWarnings(deps.log)
  const servers = hostServers(deps.vendors.resolver, clock)
  const room = createConnectionRoom(servers, clock)
  const take = createTaker(deps, reader, servers, clock)
  const addresses = new WeakMap<SMTPServerSession, ReportAddress>()
  const connections = new Map<string, Connection>()

  function connect(session: SMTPServerSession): Error | undefined {
    if (!room.enter(session.id, session.remoteAddress))
      return answer(421, '4.7.0 Too many connections at once, please come again')
    const ends = setTimeout(() => cut(server, session), connectionMs).unref()
    connections.set(session.id, { ends, mistakes: 0, recipients: 0 })
    return undefined
  }

  function disconnect({ id }: SMTPServerSession): void {
    clearTimeout(connections.get(id)?.ends)
    connections.delete(id)
    room.leave(id)
  }

  const serverKey = (session: SMTPServerSession) => `dmarc:${networkOf(session.remoteAddress)}`

  /** Counts something that a connection may do so often: whoever does it more is not listened to any more. */
  function isTooOften(session: SMTPServerSession, what: 'mistakes' | 'recipients', most: number): boolean {
    const connection = connections.get(session.id)
    return !connection || ++connection[what] > most
  }

  /** The answer to a mistake. */
  const refusal = (session: SMTPServerSession, error: Error): Error =>
    isTooOften(session, 'mistakes', mistakesMost) ? answer(421, '4.7.0 Too many mistakes, closing') : error

  async function recipient(address: string, session: SMTPServerSession): Promise<Error | undefined> {
    if (isTooOften(session, 'recipients', recipientsMost))
      return answer(421, '4.7.0 Too many recipients, please come again')
    const allowed = await deps.limits.allow({ key: serverKey(session), rate: ofServer })
    if (!allowed.ok) return answer(451, '4.7.1 Too many, please come again later')
    const found = await findAddress(deps.db, address, mailHost)
    if (!found) return refusal(session, answer(550, '5.1.1 No such address'))
    // A report is of one domain; its others come as mails of their own.
    if (session.envelope.rcptTo.length > 0) return answer(452, '4.5.3 One recipient at a time')
    addresses.set(session, found)
    return undefined
  }

  async function data(stream: Readable, session: SMTPServerSession): Promise<Error | undefined> {
    const address = addresses.get(session)
    if (!address) return answer(503, '5.5.1 No recipient')
    const patience = setTimeout(() => cut(server, session), mailMs)
    const taken = await take(stream, address).finally(() => clearTimeout(patience))
    if (taken.as === 'later') return comeAgain()
    if (taken.as === 'unread') return refusal(session, comeAgain())
    if (taken.as !== 'refused') return undefined
    const key = `${serverKey(session)}:${address.domainId}`
    const allowed = await deps.limits.allow({ key, rate: refusedOfDomain })
    if (!allowed.ok) return answer(421, '4.7.1 Too many mails that are no reports, closing')
    deps.log.info({ domainId: address.domainId, reason: taken.reason }, 'a DMARC report was refused')
    await noteRefused(deps.db, taken.sender, taken.reason)
    return refusal(session, answer(554, `5.6.0 ${taken.reason}`))
  }

  /** An error of ours is no answer: the sender comes again. */
  const settle = (work: Promise<Error | undefined>, callback: (error?: Error | null) => void) =>
    work.then(
      (error) => callback(error),
      (error: unknown) => {
        if (isCutOff(error)) warn('mails with DMARC reports ended before they had come in', { err: error })
        else deps.log.error({ err: error }, 'a DMARC report could not be taken')
        callback(comeAgain())
      },
    )

  const server = new SMTPServer({
    name: mailHost,
    banner: 'DMARC reports',
    size: bounds.mail,
    maxClients: socketsMost,
    socketTimeout: silenceMs,
    closeTimeout: 1_000,
    disableReverseLookup: true,
    hideSTARTTLS: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onConnect: (session, callback) => callback(connect(session)),
    onRcptTo: ({ address }, session, callback) => void settle(recipient(address, session), callback),
    onData: (stream, session, callback) => void settle(data(stream, session), callback),
    onClose: disconnect,
  })
  server.on('error', (error) => deps.log.debug({ err: error }, 'a connection with a DMARC report ended'))
  const net = server.listen(port, host)
  await once(net, 'listening')
  const at = net.address()
  return {
    port: typeof at === 'object' && at ? at.port : port,
    takeTurnedAway: room.takeTurnedAway,
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await reader.close()
    },
  }
}

type Outcome = Awaited<ReturnType<typeof takeMail>>

function createTaker({ db, vendors }: IntakeDeps, reader: Reader, servers: HostServers, clock: () => number) {
  const taking = { db, reader, dns: vendors.resolver, servers }
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
      if (size > bounds.mail)
        return { as: 'refused', reason: 'It is too large.', sender: senderOf(Buffer.concat(chunks)) }
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
