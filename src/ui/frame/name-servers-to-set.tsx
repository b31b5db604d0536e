import { CopyButton } from '../copy-button.tsx'

interface NameServersToSetProps {
  label: string
  rows: readonly { domains: readonly string[]; says: string; nameServers: readonly string[] }[]
}

/** What is still to be set for domains where they are registered, in one list; each value can be copied. */
export const NameServersToSet = ({ label, rows }: NameServersToSetProps) => (
  <ul aria-label={label} className="divide-y divide-line rounded-control border border-line text-secondary">
    {rows.map(({ domains, says, nameServers }) => (
      <li
        key={domains.join()}
        className="grid gap-x-6 gap-y-1 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]"
      >
        <div className="min-w-0 py-1">
          {domains.map((domain) => (
            <p key={domain} translate="no" className="font-medium text-text wrap-anywhere">
              {domain}
            </p>
          ))}
          <p className="text-muted">{says}</p>
        </div>
        {nameServers.length > 0 && (
          <ul className="min-w-0">
            {nameServers.map((server) => (
              <li key={server} className="flex items-center justify-between gap-3">
                <code translate="no" className="min-w-0 break-all font-mono">
                  {server}
                </code>
                <CopyButton value={server} label={`Copy ${server}`} />
              </li>
            ))}
          </ul>
        )}
      </li>
    ))}
  </ul>
)
