/** One part of a message: header names in lower case, the body undecoded. */
interface Part {
  headers: Map<string, string>
  body: Buffer
}

export interface ReadMail {
  messageId: string
  subject: string
  text: string
  html: string | undefined
  attachments: { filename: string; contentType: string; contentBase64: string }[]
}

/** Reads a message as mail programs write them today: multipart, base64, quoted-printable, encoded words. */
export function readMail(raw: Buffer): ReadMail {
  const whole = splitPart(raw)
  const mail: ReadMail = {
    messageId: whole.headers.get('message-id') ?? '',
    subject: decodeWords(whole.headers.get('subject') ?? ''),
    text: '',
    html: undefined,
    attachments: [],
  }
  collect(whole, mail)
  return mail
}

function collect(part: Part, mail: ReadMail) {
  const type = readParameters(part.headers.get('content-type') ?? 'text/plain')
  const boundary = type.parameters.get('boundary')
  if (type.value.startsWith('multipart/') && boundary) {
    for (const inner of splitMultipart(part.body, boundary)) collect(splitPart(inner), mail)
    return
  }
  const disposition = readParameters(part.headers.get('content-disposition') ?? '')
  const content = decodeBody(part)
  if (disposition.value === 'attachment' || disposition.parameters.has('filename')) {
    mail.attachments.push({
      filename: decodeWords(
        disposition.parameters.get('filename') ?? type.parameters.get('name') ?? 'attachment',
      ),
      contentType: type.value,
      contentBase64: content.toString('base64'),
    })
  } else if (type.value === 'text/html') mail.html = content.toString('utf8')
  else if (type.value === 'text/plain') mail.text += content.toString('utf8').replaceAll('\r\n', '\n')
}

function splitPart(raw: Buffer): Part {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.subarray(0, end < 0 ? raw.length : end).toString('utf8')
  const headers = new Map<string, string>()
  for (const line of head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return { headers, body: end < 0 ? Buffer.alloc(0) : raw.subarray(end + 4) }
}

function splitMultipart(body: Buffer, boundary: string): Buffer[] {
  const text = body.toString('latin1')
  const parts = `\r\n${text}`.split(`\r\n--${boundary}`)
  return parts
    .slice(1)
    .filter((part) => !part.startsWith('--'))
    .map((part) => Buffer.from(part.replace(/^[ \t]*\r\n/, ''), 'latin1'))
}

/** `value; name="…"; filename*0*=utf-8''…`: continuations and percent-encoding (RFC 2231) included. */
function readParameters(header: string): { value: string; parameters: Map<string, string> } {
  const value = (header.split(';')[0] ?? '').trim().toLowerCase()
  const parameters = new Map<string, string>()
  for (const [, key = '', quoted, plain] of header.matchAll(
    /;\s*([^=;\s]+)=(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g,
  )) {
    const [name = '', ...marks] = key.toLowerCase().split('*')
    const text = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? ''
    const encoded = marks.length > 0 && marks.at(-1) === ''
    const decoded = encoded ? decodeURIComponent(text.replace(/^[\w-]*'[\w-]*'/, '')) : text
    parameters.set(name, (parameters.get(name) ?? '') + decoded)
  }
  return { value, parameters }
}

function decodeBody({ headers, body }: Part): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64')
  if (encoding === 'quoted-printable') return decodeQuoted(body.toString('latin1').replaceAll(/=\r\n/g, ''))
  return body
}

const decodeQuoted = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=` (RFC 2047). */
const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, encoded: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(encoded, 'base64').toString('utf8')
        : decodeQuoted(encoded.replaceAll('_', ' ')).toString('utf8'),
    )
