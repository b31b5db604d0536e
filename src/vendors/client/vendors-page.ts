import { keysOf } from '#base/records/keys-of.ts'
import { countOf } from '#base/text/count-of.ts'
import { sentenceCase } from '#base/text/sentence-case.ts'
import type {
  Absent,
  ListEnd,
  ObjectMap,
  ObjectRow,
  OperationRow,
  PortTable,
  RefusalRow,
  RefusalTable,
  StateTable,
} from './behavior.ts'
import { behaviors } from './vendor-behaviors.ts'
import { refusalError } from './vendor-client.ts'
import { type VendorId, vendorNames } from './vendor-error.ts'
import { waits } from './waits.ts'

/** `docs/vendors.md`, as `npm run vendors` writes it. */
export const vendorsPage = (): string => `${[opening, ...keysOf(behaviors).map(chapter)].join('\n\n')}\n`

const opening = `# What vendors may say, and what it means here

\`npm run vendors\` writes this page from the adapters in \`src/vendors\`; \`npm run check\` fails where it is not what the adapters do. Each vendor has a table of its operations, of its states that we read, and of its refusals.

- **Final**: the call will not succeed as it is. It is tried again after a day, and the operator is told.
- **Passes**: it is tried again in seconds, then minutes, and is the operator's after some hours.
- **Waited for**: nothing is wrong, and the vendor is not ready. Past the longest wait of its chapter it is the operator's, who is told once a day for each cause and account, and customers read that our team is on it.
- **Not there**: the vendor does not have what was named. "If it is gone" says what follows from that; where nothing stands there, the operation names nothing that could be gone.
- Every operation reads the refusals of its vendor's table; "By itself" says what it reads beyond that.
- "Shown by" names the tests that drive the adapter through it. *Failure matrix* is the contract test in which each request of an operation fails in each way, and takes effect once when it is repeated.`

const chapter = (vendor: VendorId): string => {
  const { ports, objects, states, refusals } = behaviors[vendor]
  const { usualMs, longestMs } = waits[vendor]
  return [
    `## ${sentenceCase(vendorNames[vendor])}`,
    `What is waited for here takes ${duration(usualMs)} as a rule, and is the operator's after ${duration(longestMs)}.`,
    ...ports.map(portSection),
    ...(objects ? [objectsSection(objects)] : []),
    ...(states.length > 0 ? [statesSection(states)] : []),
    ...refusals.map((each) => refusalSection(vendor, each)),
  ].join('\n\n')
}

const duration = (ms: number): string =>
  ms < 3_600_000 ? countOf(ms / 60_000, 'minute') : countOf(ms / 3_600_000, 'hour')

/** A row for each of these, its cells in the order of the heads. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

const openPoint = (open: string | undefined) => (open === undefined ? '' : `. **Open:** ${open}`)

function portSection({ port, rows }: PortTable): string {
  const isHere = (entry: [string, OperationRow | Absent]): entry is [string, OperationRow] =>
    !('absent' in entry[1])
  const entries = Object.entries(rows)
  const here = entries.filter(isHere)
  const absent = entries.flatMap(([name, row]) => ('absent' in row ? [`\`${name}\`: ${row.absent}`] : []))
  return [
    `### ${port}`,
    table(
      ['Operation', 'By itself', 'If it is gone', 'List', 'Shown by'],
      here.map(([name, { refusals, gone, list, shownBy, open }]) => [
        `\`${name}\``,
        `${refusals ?? ''}${openPoint(open)}`,
        gone ?? '',
        list ? listText(list) : '',
        shownBy?.join('; ') ?? '*failure matrix*',
      ]),
    ),
    ...(absent.length > 0 ? [`Not here: ${absent.join(' ')}`] : []),
  ].join('\n\n')
}

const listText = ({ pages, past }: ListEnd): string => `${pages}; past that ${past}`

/** Each object with its states, and below them what cannot come of what we ask for. */
function objectsSection({ tables, shownBy }: ObjectMap): string {
  const isPlayed = (entry: [string, ObjectRow | Absent]): entry is [string, ObjectRow] =>
    !('absent' in entry[1])
  const absent = tables.flatMap(({ of, rows }) =>
    Object.entries(rows).flatMap(([state, row]) =>
      'absent' in row ? [`${of} *${state}*: ${row.absent}`] : [],
    ),
  )
  return [
    '### Objects',
    'A row says what of ours differs from an order that is paid for and runs. Its event alone is enough to learn of it; so is the sweep, which reads the list of events and every open checkout.',
    table(
      ['Object', 'State', 'Event', 'Ours', 'Ends', 'The customer is mailed', 'The operator is mailed'],
      tables.flatMap(({ of, rows }) =>
        Object.entries(rows)
          .filter(isPlayed)
          .map(([state, { event, ours, ends, customer, operator, open }]) => [
            of,
            state,
            event ? `\`${event}\`` : '',
            Object.entries(ours)
              .map(([what, how]) => `${what}: ${how}`)
              .join('; ') || 'as before',
            `${ends}${openPoint(open)}`,
            customer.join('; '),
            operator.join('; '),
          ]),
      ),
    ),
    `Not here: ${absent.join('; ')}.`,
    `Shown by: ${shownBy.join('; ')}`,
  ].join('\n\n')
}

const statesSection = (states: readonly StateTable[]): string =>
  [
    '### States',
    table(
      ['State', 'Its words, and ours', 'An unknown word', 'Shown by'],
      states.map(({ of, words, unknown, shownBy, open }) => [
        of,
        Object.entries(words)
          .map(([word, ours]) => `\`${word}\`: ${ours.replaceAll('_', ' ')}`)
          .join('; '),
        `${unknown.replaceAll('_', ' ')}${openPoint(open)}`,
        shownBy.join('; '),
      ]),
    ),
  ].join('\n\n')

const refusalSection = (vendor: VendorId, { of, explain, rows, shownBy, open }: RefusalTable): string =>
  [
    `### Refusals: ${of}`,
    table(
      ['Refusal', 'Status', 'About', 'It means'],
      rows.map((row) => [row.said, String(row.status), row.about, meaningOf(vendor, explain, row)]),
    ),
    `Shown by: ${shownBy.join('; ')}${openPoint(open)}`,
  ].join('\n\n')

/** As the adapter itself reads it. */
function meaningOf(vendor: VendorId, explain: RefusalTable['explain'], { status, body }: RefusalRow): string {
  const refusal = { status, body, headers: new Headers() }
  const { kind, waitsFor } = refusalError({ vendor, explain }, 'any', refusal)
  switch (kind) {
    case 'transient':
      return 'passes'
    case 'waiting':
      return waitsFor === 'vendor' ? 'waited for' : `waits for the ${waitsFor}`
    case 'unauthorised':
      return `credentials or permissions: the ${waitsFor}’s`
    case 'not_found':
      return 'not there'
    case 'rejected':
      return 'final'
  }
}
