import { countOf } from '#base/text/count-of.ts'
import {
  isSigned,
  type StandingName,
  type StandingRecord,
  stopsText,
} from '#features/names/rules/standing-records.ts'
import { Alert } from '../alert.tsx'
import { CopyButton } from '../copy-button.tsx'
import { KeepRecords, KeepRecordsOf } from './keep-records.tsx'
import type { Standing } from './use-standing.ts'

interface StandingRecordsProps {
  names: readonly string[]
  standing: Standing
}

/** What stops at own names once they point here, their present records to copy, and which are kept. */
export function StandingRecords({ names, standing }: StandingRecordsProps) {
  const { known, isLooking } = standing
  const all = names.flatMap((name) => known.get(name) ?? [])
  const withRecords = all.filter(({ records }) => records.length > 0)
  const signed = all.filter(isSigned)
  const unknown = names.filter((name) => !known.get(name)?.isKnown)
  const others = names.filter((name) => !known.get(name)?.records.length)
  if (isLooking || names.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      {signed.length > 0 && (
        <Alert tone="warning" title="Turn off DNSSEC first">
          Remove the DS record of <Names names={signed.map(({ domain }) => domain)} /> at your registrar
          before you change the name servers. Otherwise mail servers reject the new DNS settings.
        </Alert>
      )}
      {withRecords.length > 0 && (
        <section aria-label="Current DNS records" className="flex flex-col gap-2">
          <Alert
            tone="warning"
            title="Your current DNS records stop working when you change the name servers"
          >
            Open a domain to copy its records or keep some of them here. We can’t see every record, so check
            your DNS host for others.
          </Alert>
          <ul className="divide-y divide-line rounded-control border border-line text-secondary">
            {withRecords.map((each) => (
              <li key={each.domain}>
                <Records of={each} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {unknown.length > 0 && (
        <p className="text-muted text-secondary">
          We couldn’t look up all current DNS records of <Names names={unknown} />. Check your DNS host for
          email or a website before you change the name servers.
        </p>
      )}
      {others.length > 0 && (
        <details className="rounded-control border border-line text-secondary">
          <summary className="min-h-11 cursor-pointer content-center px-3 py-2">
            Keep DNS records of {countOf(others.length, withRecords.length > 0 ? 'other domain' : 'domain')}
          </summary>
          <KeepRecordsOf names={others} standing={standing} />
        </details>
      )}
    </div>
  )
}

/** What stops, which unfolds to the records. */
const Records = ({ of }: { of: StandingName }) => (
  <details>
    <summary className="min-h-11 cursor-pointer content-center px-3 py-2 wrap-anywhere">
      {stopsText(of) ?? `${of.domain} has ${countOf(of.records.length, 'DNS record')}.`}
    </summary>
    <ul className="px-3">
      {of.records.map((record) => (
        <li key={lineOf(record)} className="flex items-start justify-between gap-3">
          <code translate="no" className="min-w-0 py-1 font-mono wrap-anywhere">
            {lineOf(record)}
          </code>
          <CopyButton value={record.value} label={`Copy ${lineOf(record)}`} />
        </li>
      ))}
    </ul>
    <p className="flex items-center justify-end gap-1 px-3 pb-1 text-muted">
      Copy all
      <CopyButton value={of.records.map(lineOf).join('\n')} label={`Copy all records of ${of.domain}`} />
    </p>
    <KeepRecords of={of} />
  </details>
)

const lineOf = ({ name, type, value }: StandingRecord) => `${name} ${type} ${value}`

const Names = ({ names }: { names: readonly string[] }) => (
  <span translate="no" className="wrap-anywhere">
    {names.join(', ')}
  </span>
)
