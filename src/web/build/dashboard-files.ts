import type { Rollup } from 'vite'
import { dashboardEntries } from './dashboard-chunk.ts'

/** The files that have to be there before the dashboard's code runs. */
export function dashboardFiles(bundle: Rollup.OutputBundle): string[] {
  const files = new Set<string>()
  const add = (file: string): void => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || files.has(file)) return
    files.add(file)
    chunk.imports.forEach(add)
  }
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && dashboardEntries.includes(chunk.facadeModuleId ?? '')) add(chunk.fileName)
  return [...files]
}
