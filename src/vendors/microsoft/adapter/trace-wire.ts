import * as z from 'zod'
import { describedCode, type RefusalVoice } from '#features/health/rules/signals/refusals.ts'
import type { FailedDelivery, RefusalRead } from '#vendors/ports/mailbox-hosts.ts'

const address = z
  .string()
  .max(320)
  .transform((text) => text.toLowerCase().toWellFormed())
  .refine((text) => /^[^\s@\p{Cc}]+@[^\s@\p{Cc}\p{Cf}]+$/u.test(text), 'no address')

/** Mail of a mailbox of ours has an address as its sender; what comes back to somebody, and what others' servers say, has not. */
const isOfSomebody = (sender: unknown): boolean => typeof sender === 'string' && sender.includes('@')

/** https://learn.microsoft.com/graph/api/resources/exchangemessagetrace: of a row, what is used. */
const row = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  senderAddress: address,
  recipientAddress: address,
  receivedDateTime: z.string().max(60),
  status: z.string().max(60),
})

const senderOnly = row.pick({ id: true }).extend({ senderAddress: z.string() })

const oldest = Date.UTC(2000)
const newest = Date.UTC(2200)

function momentOf(text: unknown): Date | null {
  const at = typeof text === 'string' && text.length <= 60 ? Date.parse(text) : Number.NaN
  return at > oldest && at < newest ? new Date(at) : null
}

/**
 * One row of the list; undefined where it cannot be read or is no failure. The list has what comes to the tenant as well,
 * every bounce among it: that has no sender, and is nobody's. Microsoft's own examples write the status in two ways
 * ("Delivered", "delivered").
 */
export function failedDelivery(value: unknown): FailedDelivery | 'nobodys' | undefined {
  const { data: sent } = senderOnly.safeParse(value)
  if (sent && !isOfSomebody(sent.senderAddress)) return 'nobodys'
  const read = row.safeParse(value)
  const at = momentOf(read.data?.receivedDateTime)
  if (!read.data || !at || read.data.status.toLowerCase() !== 'failed') return undefined
  const { id, senderAddress, recipientAddress } = read.data
  return { id, sender: senderAddress, recipient: recipientAddress, at }
}

/** https://learn.microsoft.com/graph/api/resources/exchangemessagetracedetail: no field is promised to be there. */
export const traceDetail = z.looseObject({})

/**
 * The form of a reason, as others have seen it and nobody has described it:
 * `Reason: [{LED=550 5.7.1 words};{MSG=words};{FQDN=mx.example};{IP=192.0.2.1};{LRT=time}]`, with nothing after `FQDN=`
 * where no other server was spoken to. `LED` and `MSG` hold what that server wrote, so what looks like the rest of the form
 * may be its doing: what comes last is Microsoft's.
 */
const codeThere = /^Reason: \[\{LED=[2-5]\d\d[ -]([245]\.\d{1,3}\.\d{1,3})(?![\d.])/
const serverThere = /\};\{FQDN=([a-z0-9.-]{0,253})\}(?:;\{IP=[0-9a-f.:]{0,45}\})?(?:;\{LRT=[^{}]{0,60}\})?\]/i
const headLength = 64
const tailLength = 1_000

/** Events of a failed delivery that give a reason: its end, and the times before at which it was put off. */
const reasonEvents = ['Fail', 'Defer']

/**
 * Whose server it was, by the name that mail was brought to: nobody but Microsoft and Google can have mail brought to a
 * server of theirs by these. Without a name it was the tenant's own Exchange.
 */
function voiceOf(server: string): RefusalVoice {
  const isWithin = (suffix: string) => server.endsWith(`.${suffix}`)
  if (server === '' || isWithin('protection.outlook.com') || isWithin('mx.microsoft')) return 'microsoft'
  return isWithin('google.com') || isWithin('googlemail.com') ? 'gmail' : 'other'
}

/** The code of one reason, where it is one of the table's and said by whose it is; else null. */
export function codeOfReason(description: string): string | null {
  const code = codeThere.exec(description.slice(0, headLength))?.[1]
  if (code === undefined) return null
  const tail = description.slice(-tailLength)
  const server = serverThere.exec(tail.slice(Math.max(0, tail.lastIndexOf('};{FQDN='))))?.[1]
  return server === undefined ? null : describedCode(code, voiceOf(server.toLowerCase()))
}

/**
 * Why it failed, of all that happened to a delivery: the end counts before what was said on the way. Null while its end is
 * not among that: the trace of one that is not whole yet says nothing.
 */
export function refusalRead(events: readonly Record<string, unknown>[]): RefusalRead | null {
  if (!events.some(({ event }) => event === 'Fail')) return null
  const reasons = events
    .filter(
      ({ event, description }) => reasonEvents.includes(String(event)) && typeof description === 'string',
    )
    .map(({ event, description, dateTime }) => ({
      isEnd: event === 'Fail',
      code: codeOfReason(String(description)),
      at: momentOf(dateTime),
    }))
    .sort((a, b) => Number(b.isEnd) - Number(a.isEnd))
  const end = reasons.find(({ isEnd }) => isEnd)
  const told = reasons.find(({ code }) => code !== null)
  return { code: told?.code ?? null, at: end?.at ?? told?.at ?? null }
}
