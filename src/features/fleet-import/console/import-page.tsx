import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Card } from '#ui/card.tsx'
import { ConsolePage } from '#ui/console/page/console-page.tsx'
import { FilterSelect, Filters } from '#ui/console/page/filters.tsx'
import { Loaded } from '#ui/frame/loaded.tsx'
import { importVerdictNames, importVerdicts } from '../rules/import-verdict.ts'
import { ImportActs } from './import-acts.tsx'
import { ImportProgress } from './import-progress.tsx'
import { importQuery } from './import-queries.ts'
import { ImportRows } from './import-rows.tsx'

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
