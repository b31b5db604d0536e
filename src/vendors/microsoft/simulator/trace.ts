/** One event of https://learn.microsoft.com/graph/api/resources/exchangemessagetracedetail */
export interface TraceEvent {
  dateTime: string
  event: string
  action: string
  description: string
  data: string
}

/** One message on its way to one recipient: https://learn.microsoft.com/graph/api/resources/exchangemessagetrace */
export interface TracedMail {
  id: string
  senderAddress: string
  recipientAddress: string
  messageId: string
  subject: string
  size: number
  fromIP: string
  toIP: string
  status: string
  receivedAt: number
  events: TraceEvent[]
  /** What the list says of it in place of the above. */
  raw?: unknown
}

/** Microsoft's pages name no time; people wait for some minutes. */
export const shownAfterMs = 5 * 60_000

/** What a list is narrowed by: times are epoch ms. */
export interface TraceFilter {
  from?: number
  to?: number
  is: Partial<Record<Equal, string>>
}

/** The properties that may be compared, each in one way: the list's own page, and that of the resource. */
const equals = ['id', 'messageId', 'status', 'recipientAddress', 'senderAddress', 'fromIP', 'toIP'] as const
type Equal = (typeof equals)[number]
const timeClause = /^receivedDateTime (ge|le) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/
const equalClause = /^([A-Za-z]+) eq '((?:[^']|'')*)'$/

/**
 * Clauses joined by `and`. Undefined where one is not of those that are described, or a property comes twice: others saw
 * that the last one counts then, which nobody has described. Comparing with a star (`*@domain`) is not described either;
 * it is taken for an address that nobody has.
 */
export function traceFilter(text: string): TraceFilter | undefined {
  const filter: TraceFilter = { is: {} }
  for (const clause of text === '' ? [] : text.split(' and ')) {
    const [, edge, moment] = timeClause.exec(clause) ?? []
    if (edge && moment) {
      const end = edge === 'ge' ? 'from' : 'to'
      if (filter[end] !== undefined || Number.isNaN(Date.parse(moment))) return undefined
      filter[end] = Date.parse(moment)
      continue
    }
    const [, name = '', value = ''] = equalClause.exec(clause) ?? []
    const property = equals.find((each) => each === name)
    if (!property || filter.is[property] !== undefined) return undefined
    filter.is[property] = value.replaceAll("''", "'")
  }
  return filter
}

export const matches = (
  mail: TracedMail,
  { from = 0, to = Number.POSITIVE_INFINITY, is }: TraceFilter,
): boolean =>
  mail.receivedAt >= from &&
  mail.receivedAt <= to &&
  equals.every((name) => is[name] === undefined || mail[name].toLowerCase() === is[name].toLowerCase())

const at = (ms: number) => new Date(ms).toISOString()

/**
 * The events of a message that a server refused, in the form that people have copied out of message traces; it was put off
 * some times before that.
 */
export const eventsOfRefusal = (
  receivedAt: number,
  { words, server, deferrals }: { words: string; server: string; deferrals: number },
): TraceEvent[] => [
  {
    dateTime: at(receivedAt),
    event: 'Receive',
    action: '',
    description: 'Message received by: SANDBOX01.PROD.OUTLOOK.COM',
    data: '<root></root>',
  },
  ...Array.from({ length: deferrals }, (_, n) => ({
    dateTime: at(receivedAt + n),
    event: 'Defer',
    action: '',
    description: 'Reason: [{LED=451 4.4.0 Message delayed};{MSG=};{FQDN=};{IP=};{LRT=}]',
    data: '<root></root>',
  })),
  {
    dateTime: at(receivedAt + 2_000),
    event: 'Fail',
    action: '',
    description: `Reason: [{LED=${words}};{MSG=};{FQDN=${server}};{IP=${server === '' ? '' : '192.0.2.25'}};{LRT=}]`,
    data: '<root></root>',
  },
]
