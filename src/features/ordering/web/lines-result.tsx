import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { countOf } from '#base/text/count-of.ts'
import type { DomainLines } from '#features/names/rules/domain-entry.ts'
import { IsItYours } from '#features/names/web/is-it-yours.tsx'

/** What became of a bulk entry: added beside refused, each refused line with its reason. */
export function LinesResult({ result: { added, refused } }: { result: DomainLines }) {
  return (
    <div role="status" className="mt-2 grid gap-3 sm:grid-cols-2">
      <Column title={`${countOf(added.length, 'domain')} added`}>
        {added.map((domain) => (
          <li key={domain} className="flex gap-2 px-3 py-1.5">
            <Check className="mt-0.5 text-success" />
            <span translate="no" className="min-w-0 break-all">
              {domain}
            </span>
          </li>
        ))}
      </Column>
      <Column title={`${refused.length} refused`}>
        {refused.map(({ domain, cause, reason, message }) => (
          <li key={domain} className="flex gap-2 px-3 py-1.5">
            <X className="mt-0.5 text-danger" />
            <span className="min-w-0">
              <span translate="no" className="block break-all">
                {domain}
              </span>
              <span className="block text-danger text-secondary">{reason}</span>
              {cause === 'exists' && <IsItYours domain={domain} />}
              {message && message !== reason && (
                <span className="wrap-anywhere block text-label text-muted">{message}</span>
              )}
            </span>
          </li>
        ))}
      </Column>
    </div>
  )
}

function Column({ title, children }: { title: string; children: ReactNode[] }) {
  return (
    <section className="rounded-control border border-line">
      <h3 className="border-line border-b px-3 py-2 font-medium text-secondary">{title}</h3>
      {children.length > 0 ? (
        <ul className="max-h-72 overflow-y-auto py-1">{children}</ul>
      ) : (
        <p className="px-3 py-2 text-muted text-secondary">None</p>
      )}
    </section>
  )
}
