import { connect } from 'node:net'
import { createInterface } from 'node:readline'

/** A connection to a mail server, by which anything can be said: libraries mend what they send. */
export async function rawSmtp(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  // An end that the server makes is seen as the end of its answers.
  socket.on('error', () => {})
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()

  /** The code of its next answer; 0 where it has ended the connection instead. */
  async function reply(): Promise<number> {
    for (;;) {
      const { value, done } = await lines.next().catch(() => ({ value: '', done: true }))
      if (done) return 0
      if (value[3] !== '-') return Number(value.slice(0, 3))
    }
  }
  const say = (bytes: string | Buffer) => {
    socket.write(bytes)
    socket.write('\r\n')
    return reply()
  }

  return {
    greeting: await reply(),
    say,
    /** Says that a mail to this address comes, up to its recipient. */
    async addressed(to: string): Promise<number> {
      await say('EHLO sender.example')
      await say('MAIL FROM:<a@sender.example>')
      return say(`RCPT TO:<${to}>`)
    },
    async data(mail: Buffer): Promise<number> {
      if ((await say('DATA')) !== 354) return 0
      const stuffed = mail.toString('latin1').replaceAll(/(^|\r\n)\./g, '$1..')
      return say(Buffer.from(`${stuffed}\r\n.`, 'latin1'))
    },
    end: () => socket.destroy(),
  }
}
