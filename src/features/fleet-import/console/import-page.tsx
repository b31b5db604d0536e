import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { Card } from '#ui/card.tsx'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { FilterSelect, Filters } from '#ui/console/page/filters.tsx'
import { Sentence } from '#ui/console/page/sentence.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { ShownImport } from '../api/console-fleet-import.ts'
import { importVerdictNames, importVerdicts } from '../rules/import-verdict.ts'
import { ImportActs } from './import-acts.tsx'
import { importQuery } from './import-queries.ts'
import { ImportRows } from './import-rows.tsx'

/** What is so of an import, how far it is, and what comes next. */
function ImportProgress({ shown }: { shown: ShownImport }) {
  const { fleet } = shown
  const { counts, state } = fleet
  const [value, max] =
    state === 'adopting'
      ? [counts.adopted, counts.adopted + shown.adoptable.domains]
      : [counts.looked, counts.domains]
  return (
    <Card>
      <div aria-live="polite">
        <Sentence {...sentenceOf(shown)} />
      </div>
      {state !== 'resting' && (
        <ProgressBar
          className="mt-3"
          label={state === 'looking' ? 'Domains looked at' : 'Domains adopted'}
          value={value}
          max={max}
          valueText={`${numberText(value)} of ${numberText(max)}`}
        />
      )}
    </Card>
  )
}

function sentenceOf({ fleet, adoptable, notYet }: ShownImport) {
  const { counts, state, problem, since } = fleet
  const { domains, looked, adopted } = counts
  const found = `${numberText(counts.matches)} match, ${numberText(counts.contradicts)} contradict, ${numberText(counts.unknown)} are unknown, ${numberText(counts.here)} were here already.`
  const nothing = { since: null, why: null, nextAt: null }
  if (state === 'looking')
    return {
      ...nothing,
      since,
      what: `${numberText(looked)} of ${countOf(domains, 'domain')} are looked at.`,
      why: problem ? `It waits: ${problem}` : 'Accounts are listed first, then each domain is asked about.',
      next: 'It goes on by itself, and changes nothing anywhere.',
      canDo: 'You may leave this page, or stop it.',
    }
  if (state === 'adopting')
    return {
      ...nothing,
      since,
      what: `${countOf(adopted, 'domain is', 'domains are')} adopted, ${numberText(adoptable.domains)} are to come.`,
      next: 'It goes on by itself, an order at a time; nothing is changed at the third parties.',
      canDo: 'You may leave this page, or stop it.',
    }
  if (domains > 0 && adopted === domains)
    return {
      ...nothing,
      what: `All ${countOf(domains, 'domain')} are adopted.`,
      next: 'Nobody was told.',
      canDo: 'Give each customer a one-time password on their page when they are to come in.',
    }
  return {
    ...nothing,
    what: looked === 0 ? `${countOf(domains, 'domain')} to compare.` : found,
    why: adopted > 0 ? `${countOf(adopted, 'domain is', 'domains are')} adopted.` : null,
    next:
      notYet ??
      `${countOf(adoptable.domains, 'domain')} of ${countOf(adoptable.orders, 'order')} can be adopted.`,
    canDo:
      counts.contradicts + counts.unknown > 0
        ? 'What contradicts is mended there or in the file; then look again.'
        : '',
  }
}

const verdicts = importVerdicts.map((value) => ({ value, label: importVerdictNames[value] }))

/** One fleet that is being brought in: compare, see, adopt. */
export function ImportPage() {
  const { id: importId = '' } = useParams()
  const query = useQuery(importQuery(importId))
  return (
    <ConsolePage
      title={query.data?.fleet.fileName ?? 'Import'}
      about={query.data && `Brought by ${query.data.fleet.madeBy}.`}
      actions={query.data && <ImportActs shown={query.data} />}
    >
      <Loaded query={query} failed="The import could not be loaded." within="page">
        {(shown) => (
          <div className="grid min-w-0 gap-4 *:min-w-0">
            <ImportProgress shown={shown} />
            <div>
              <Filters>
                <FilterSelect label="Found" name="found" all="All domains" options={verdicts} />
              </Filters>
              <Card flush className="overflow-clip">
                <ImportRows fleet={shown.fleet} />
              </Card>
            </div>
          </div>
        )}
      </Loaded>
    </ConsolePage>
  )
}

export { ImportPage as Component }
