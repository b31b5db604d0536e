import { numberText } from '#base/text/number-text.ts'
import { Button } from '#ui/button.tsx'
import { type Narrowing, narrowingText } from '../rules/narrowing.ts'
import { DomainsField } from './domains-field.tsx'
import { LoadingList } from './loading-list.tsx'
import { OwnDomains } from './own-domains.tsx'
import type { useListLoading } from './use-list-loading.ts'

interface SmartleadDomainsStepProps {
  /** With commas or line ends between. */
  domains: string
  onChange: (domains: string) => void
  /** How many there are, of those that the list is narrowed to. */
  total: number
  narrowing: Narrowing | undefined
  isFetching: boolean
  /** The list that is being loaded. */
  loading: Pick<ReturnType<typeof useListLoading>, 'list' | 'isCutOff'>
  onFetch: () => void
  onBack: () => void
}

/** Step 2: the domains once more, one per line, and how many inboxes there are altogether. */
export function SmartleadDomainsStep({
  domains,
  onChange,
  total,
  narrowing,
  isFetching,
  loading,
  onFetch,
  onBack,
}: SmartleadDomainsStepProps) {
  return (
    <div className="flex flex-col gap-4">
      <fieldset disabled={isFetching} className="flex min-w-0 flex-col gap-4">
        <DomainsField
          label="Domain list"
          hint="One domain per line"
          value={domains.replace(/(?:(?<! ) +)?, */g, '\n')}
          onChange={(event) => onChange(event.target.value)}
        />
        <OwnDomains domains={domains} onChange={onChange} />
      </fieldset>
      <p className="wrap-anywhere">
        {narrowing
          ? `Inboxes in Smartlead ${narrowingText(narrowing)}:`
          : 'Total number of all inboxes in Smartlead:'}{' '}
        <span className="font-medium tabular-nums">{numberText(total)}</span>
      </p>
      {loading.list && <LoadingList list={loading.list} isCutOff={loading.isCutOff} />}
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={onBack}>
          Go Back
        </Button>
        <Button variant="primary" loading={isFetching} loadingText="Fetching Accounts..." onClick={onFetch}>
          Fetch & Analyze Accounts
        </Button>
      </div>
    </div>
  )
}
