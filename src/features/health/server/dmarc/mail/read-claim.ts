/// <reference path="./mailauth-parts.d.ts" />
import parseDkimHeaders from 'mailauth/lib/parse-dkim-headers.js'
import { parseHeaders } from 'mailauth/lib/tools.js'
import addressparser from 'nodemailer/lib/addressparser'
import { type Reporter, reporterOf } from '../../../rules/reporters.ts'
import { bounds, NoReport } from '../bounds.ts'

/** Who a mail says it is from, and the one signature that could prove it. */
export interface Claim {
  reporter: Reporter
  /** The name that has to have signed it. */
  signedFor: string
  /** Where the key of that signature stands in DNS. */
  keyName: string
  /** The mail with that signature alone: each further one would cost a pass over the body. */
  mail: Buffer
}

type Field = ReturnType<typeof parseHeaders>['parsed'][number]

const lineEnd = Buffer.from('\r\n')
/** Letters of a field with addresses; a report has one in each. */
const addressesMost = 1_000

/**
 * What a mail's head says, read as the verifier will read it; nothing is hashed.
 * @param to the address that it was sent to. Reports name it; its field need not be signed, as Exchange Online signs none.
 * @throws NoReport where nobody known could have sent it there
 */
export function readClaim(mail: Buffer, to: string): Claim {
  const end = endOfHead(mail)
  const fields = parseHeaders(mail.subarray(0, end)).parsed
  const known = reporterOf(onlyAddress(fields, 'from') ?? '')
  if (!known) throw new NoReport('Reports are taken from their known senders alone.')
  if (onlyAddress(fields, 'to')?.toLowerCase() !== to.toLowerCase())
    throw new NoReport('It is written to another address.')
  const isKnown = (name: string | undefined) => name !== undefined && known.signedFor.includes(name)
  const signature = fields.find((field) => isSignature(field) && isKnown(tagOf(field, 'd')))
  const signedFor = signature && tagOf(signature, 'd')
  const selector = signature && tagOf(signature, 's')
  if (!signedFor || !selector || !/^[a-z0-9][a-z0-9._-]{0,126}$/.test(selector))
    throw new NoReport('Its sender has not signed it.')
  if (tagOf(signature, 'l') !== undefined) throw new NoReport('Its signature leaves a part of it out.')
  const kept = fields.filter((field) => field === signature || !(isSignature(field) || isOfArc(field)))
  return {
    reporter: known.reporter,
    signedFor,
    keyName: `${selector}._domainkey.${signedFor}`,
    mail: Buffer.concat([
      ...kept.flatMap(({ line }) => (line.length > 0 ? [line, lineEnd] : [])),
      lineEnd,
      mail.subarray(end + 2 * lineEnd.length),
    ]),
  }
}

/** The name behind the @ of whom a mail says it is from; empty where its head cannot be read. */
export function senderOf(mail: Buffer): string {
  try {
    const fields = parseHeaders(mail.subarray(0, endOfHead(mail))).parsed
    const host = onlyAddress(fields, 'from')?.split('@').at(-1)?.toLowerCase() ?? ''
    return isHostName(host) ? host : ''
  } catch (error) {
    if (error instanceof NoReport) return ''
    throw error
  }
}
const isHostName = (text: string) => text.length <= bounds.value && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text)

const isSignature = ({ key }: Field) => key === 'dkim-signature'
const isOfArc = ({ key }: Field) => key?.startsWith('arc-') === true

const tagOf = ({ line }: Field, tag: string): string | undefined =>
  parseDkimHeaders(line, { strict: true }).parsed[tag]?.value.toString().toLowerCase()

function endOfHead(mail: Buffer): number {
  const head = mail.subarray(0, bounds.head)
  const end = head.indexOf('\r\n\r\n')
  if (end < 0) throw new NoReport('Its headers are too long.')
  let lines = 0
  for (let at = head.indexOf(lineEnd); at >= 0 && at < end; at = head.indexOf(lineEnd, at + 1))
    if (++lines > bounds.headLines) throw new NoReport('Its headers have too many lines.')
  return end
}

/** The address in a field that is there once and has one; undefined for anything else. */
function onlyAddress(fields: readonly Field[], name: 'from' | 'to'): string | undefined {
  const [field, ...others] = fields.filter(({ key }) => key === name)
  if (!field || others.length > 0 || field.line.length > addressesMost) return undefined
  const text = field.line.toString()
  const [first, ...more] = addressparser(text.slice(text.indexOf(':') + 1), { flatten: true })
  return more.length === 0 ? first?.address : undefined
}
