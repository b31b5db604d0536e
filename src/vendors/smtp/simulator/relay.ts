import * as z from 'zod'
import type { World } from '#vendors/sandbox/world.ts'

export const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

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
export const answersForm = z.object({
  answer: z.enum(names),
  /** Whom a refusal at the stage RCPT TO meets, by a part of the address; everybody when absent. */
  to: z.string().max(254).optional(),
})
type Answers = z.output<typeof answersForm>

export interface Relay {
  answers(): Answers
  answer(answers: Answers): void
  /** How this is refused; undefined where it is taken. */
  refusalAt(stage: Stage, address: string): Error | undefined
}

/** How the relay answers until it is told otherwise: `POST /_smtp/answers`. */
export function createRelay(world: World): Relay {
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
