import { CopyButton } from '../copy-button.tsx'
import { useConfig } from './use-config.ts'

/** Where own domains have to point, each to be copied. */
export const NameServers = () => (
  <ul className="divide-y divide-line rounded-control border border-line">
    {useConfig().nameServers.map((server) => (
      <li key={server} className="flex items-center justify-between gap-3 py-1 pr-1.5 pl-3">
        <code translate="no" className="min-w-0 break-all font-mono text-secondary">
          {server}
        </code>
        <CopyButton value={server} label={`Copy ${server}`} />
      </li>
    ))}
  </ul>
)
