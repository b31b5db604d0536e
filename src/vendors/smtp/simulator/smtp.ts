import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Hono } from 'hono'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import * as z from 'zod'
import type { ConsoleSection } from '#vendors/sandbox/console/sections.ts'
import type { FaultKind } from '#vendors/sandbox/faults.ts'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import type { Vendor, World } from '#vendors/sandbox/world.ts'
import type { StoredMessage } from './messages.ts'
import { readMail } from './mime.ts'

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

type Stage = 'MAIL FROM' | 'RCPT TO' | 'DATA'

/** How relays refuse, at their stage. */
const refusals = {
  // RFC 3463: X.1.1, bad destination mailbox address.
  no_such_mailbox: ['RCPT TO', 550, '5.1.1 No such user'],
  // Prolateral's outMail, "What does SMTP 554 5.7.1 mean?": so reads a quota that is used up.
  over_quota: ['RCPT TO', 554, '5.7.1 Recipient address rejected: You have exceeded your quota'],
  // Postfix, which refuses a listed client at this stage (smtpd_delay_reject).
  listed: ['RCPT TO', 554, '5.7.1 Service unavailable; Client host [192.0.2.1] blocked using a list'],
  // Amazon SES, after the end of the data, without an enhanced code; so it refuses for an account that is paused.
  suspended: ['DATA', 554, 'Message rejected: Sending paused for this account'],
  // RFC 3463: X.1.8, bad sender's system address.
  bad_sender: ['MAIL FROM', 550, '5.1.8 Sender address rejected: Domain not found'],
} as const satisfies Record<string, readonly [Stage, number, string]>
type Answer = keyof typeof refusals | 'well'

const names = ['well', ...(Object.keys(refusals) as (keyof typeof refusals)[])] as const
const answersForm = z.object({
  answer: z.enum(names),
  /** Whom a refusal at the stage RCPT TO meets, by a part of the address; everybody when absent. */
  to: z.string().max(254).optional(),
})
type Answers = z.output<typeof answersForm>

interface Relay {
  answers(): Answers
  answer(answers: Answers): void
  /** How this is refused; undefined where it is taken. */
  refusalAt(stage: Stage, address: string): Error | undefined
}

/** How the relay answers until it is told otherwise: `POST /_smtp/answers`. */
function createRelay(world: World): Relay {
  const settings = world.store.collection<Answers>('mail.answers')
  const answers = (): Answers => settings.get('relay') ?? { answer: 'well' }
  return {
    answers,
    answer: (given) => settings.put('relay', given),
    refusalAt(stage, address) {
      const { answer, to = '' }: { answer: Answer; to?: string } = answers()
      if (answer === 'well') return undefined
      const [at, code, message] = refusals[answer]
      return at === stage && (at !== 'RCPT TO' || address.includes(to)) ? refusal(code, message) : undefined
    },
  }
}

const portDistance = 3
const maxBytes = 10 * 1024 * 1024
const rowsShown = 50

/** The operator's mail server: takes every mail and delivers it to the console page. */
export function createSmtp(world: World): Vendor {
  const relay = createRelay(world)
  const messages = world.store.collection<StoredMessage>('mail.messages')
  return {
    name: 'smtp',
    prefix: '/smtp',
    app: new Hono(),
    control: new Hono()
      .get('/answers', (c) => c.json(relay.answers()))
      .post('/answers', async (c) => {
        relay.answer(await controlBody(c, answersForm))
        return c.json(relay.answers())
      })
      .get('/messages', (c) => {
        const to = c.req.query('to')
        const all = messages.list({ newestFirst: true })
        return c.json({ messages: to ? all.filter((message) => message.to.includes(to)) : all })
      })
      .get('/messages/:id', (c) => {
        const message = messages.get(c.req.param('id'))
        return message ? c.json(message) : c.json({ message: 'No such mail.' }, 404)
      }),
    sections: () => [sentMail(world)],
    async listen(plan) {
      const server = createServer(world, relay)
      const net = server.listen(plan.port(portDistance), plan.host)
      await once(net, 'listening')
      return {
        ports: { smtp: (net.address() as AddressInfo).port },
        close: () => new Promise<void>((resolve) => server.close(() => resolve())),
      }
    },
  }
}

function createServer(world: World, relay: Relay): SMTPServer {
  const messages = world.store.collection<StoredMessage>('mail.messages')

  async function take(stream: Readable, session: SMTPServerSession): Promise<'taken' | 'cut'> {
    const raw = await buffer(stream)
    await world.latency()
    if ('sizeExceeded' in stream && stream.sizeExceeded) throw refusal(552, '5.3.4 Message too big')
    const to = session.envelope.rcptTo.map((recipient) => recipient.address)
    const refusedAll = relay.refusalAt('DATA', to.join(' '))
    if (refusedAll) throw refusedAll
    const fault = world.faults.take('smtp', 'DATA', to.join(' '))
    if (fault) {
      const refused = refusalOf(fault.kind)
      if (refused) throw refused
      if (fault.kind === 'drop' || fault.kind === 'timeout') return 'cut'
      if (fault.kind === 'false_success') return 'taken'
    }
    const id = world.store.next('mail.message')
    const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
    messages.put(String(id), { id, at: world.now(), from, to, ...readMail(raw) })
    return fault ? 'cut' : 'taken'
  }

  const server = new SMTPServer({
    name: 'mail.sandbox.test',
    banner: 'Sandbox mail server',
    size: maxBytes,
    authOptional: true,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    onAuth({ username, password }, _session, callback) {
      if (!password || password.startsWith('bad'))
        callback(new Error('5.7.8 Authentication credentials invalid'))
      else callback(null, { user: username ?? '' })
    },
    onMailFrom({ address }, _session, callback) {
      callback(relay.refusalAt('MAIL FROM', address))
    },
    onRcptTo({ address }, _session, callback) {
      callback(relay.refusalAt('RCPT TO', address))
    },
    onData(stream, session, callback) {
      take(stream, session).then(
        (outcome) => (outcome === 'cut' ? cut(server, session) : callback()),
        (error: Error) => callback(error),
      )
    },
  })
  server.on('error', (error) => world.log(`smtp: ${error.message}`))
  return server
}

function refusalOf(kind: FaultKind): Error | undefined {
  switch (kind) {
    case '429':
    case '429_bare':
      return refusal(451, '4.7.1 Greylisted, try again later')
    case '503':
      return refusal(421, '4.3.2 Service shutting down')
    case '500':
      return refusal(554, '5.7.1 Message refused')
    case 'malformed':
    case 'html':
    case 'wrong_types':
    case 'huge':
      return refusal(550, '5.1.1 No such mailbox')
    default:
      return undefined
  }
}

/** Ends a session's connection without a word, as a failing network does. */
function cut(server: SMTPServer, session: SMTPServerSession) {
  for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>)
    if (connection.id === session.id) connection._socket.destroy()
}

function sentMail(world: World): ConsoleSection {
  const messages = world.store.collection<StoredMessage>('mail.messages')
  return {
    title: 'Sent mail',
    columns: ['To', 'Subject', 'Text', 'At'],
    empty: 'No mail was sent yet.',
    total: messages.count(),
    rows: messages.list({ newestFirst: true, limit: rowsShown }).map((message) => ({
      cells: [
        message.to.join(', '),
        message.subject,
        {
          text: `${message.text.slice(0, 400)}${message.attachments.map((each) => ` [${each.filename}]`).join('')}`,
          tone: 'quiet' as const,
          long: true,
        },
        { text: new Date(message.at).toISOString().slice(0, 16).replace('T', ' '), tone: 'quiet' as const },
      ],
    })),
  }
}
