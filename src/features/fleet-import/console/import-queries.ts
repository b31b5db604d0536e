import { queryOptions } from '@tanstack/react-query'
import { callStaff } from '#ui/console/call-staff.ts'
import { pagesQuery } from '#ui/console/page/pages-query.ts'
import { consoleKey } from '#ui/console/staff-session.ts'
import { queryClient } from '#ui/query-client.ts'
import { saveFile } from '#ui/save-file.ts'
import { importReport, type ListedImport, listImports, showImport } from '../api/console-fleet-import.ts'
import type { ImportVerdict } from '../rules/import-verdict.ts'

const importsKey = [consoleKey, 'imports'] as const
/** So often somebody who watches sees how far it is. */
const whileAtWorkMs = 1_500

const isAtWork = ({ state }: ListedImport) => state !== 'resting'

export const importsQuery = queryOptions({
  queryKey: [...importsKey, 'list'],
  queryFn: async ({ signal }) => (await callStaff(listImports, { signal })).imports,
  refetchInterval: ({ state: { data } }) => (data?.some(isAtWork) ? whileAtWorkMs : false),
  meta: { quiet: true },
})

/** How far an import is, what would be adopted, and the first of its domains. */
export const importQuery = (importId: string) =>
  queryOptions({
    queryKey: [...importsKey, 'one', importId],
    queryFn: ({ signal }) => callStaff(showImport, { params: { importId }, query: {}, signal }),
    refetchInterval: ({ state: { data } }) => (data && isAtWork(data.fleet) ? whileAtWorkMs : false),
    meta: { quiet: true },
  })

/** Its domains; `seen` changes when they do. */
export const rowsQuery = (importId: string, verdict: ImportVerdict | undefined, seen: string) =>
  pagesQuery(['imports', 'rows', importId, verdict ?? '', seen], async (after, signal) => {
    const query = { ...(verdict && { verdict }), ...(after && { after: Number(after) }) }
    const { rows, next } = await callStaff(showImport, { params: { importId }, query, signal })
    return { rows, next: next === null ? null : String(next) }
  })

export async function downloadReport(importId: string): Promise<void> {
  const { filename, csv } = await callStaff(importReport, { params: { importId } })
  saveFile(filename, csv)
}

export const lookAtImportsAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: importsKey })
