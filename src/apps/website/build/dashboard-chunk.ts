import { fileOf, isRecord } from './files-of.ts'
import { iconChunk } from './icon-chunk.ts'

interface ModuleLinks {
  code: string | null
  importedIds: string[]
  dynamicallyImportedIds: string[]
  importers: string[]
  dynamicImporters: string[]
}
export interface Modules {
  getModuleInfo(id: string): ModuleLinks | null
}

const start = fileOf('apps/website/main.tsx')
const early = fileOf('apps/website/start-early.ts')
const frame = [fileOf('apps/website/customer-routes.tsx'), fileOf('ui/frame/app-frame.tsx')]
/** How icons are drawn. */
const smallPackages = /\/node_modules\/lucide-react\//
const dashboard = fileOf('features/orders/web/dashboard/dashboard-page.tsx')

/** What asks early for a page in the workspace, and all of the code that it asks for. */
export const entriesOf = (page: string): readonly string[] => [early, ...frame, fileOf(page)]
export const dashboardEntries = entriesOf('features/orders/web/dashboard/dashboard-page.tsx')

/**
 * The file that a module of the dashboard travels in: `common` with what other pages need as well, `workspace` with
 * the rest. Thirty small files would arrive far later than two: a browser asks for six at a time.
 */
export function dashboardChunk(id: string, modules: Modules): string | null {
  // What is asked for by its own name keeps a file of that name.
  if (id === dashboard || frame.includes(id)) return null
  // Packages are larger, and each is needed by other pages than the next; but for the smallest.
  if (id.includes('/node_modules/') && !smallPackages.test(id)) return null
  const needed = neededBy([...frame, dashboard], modules)
  const icons = iconChunk(id, needed, modules)
  if (icons) return icons
  if (neededBy([start], modules).has(id)) return null
  if (!needed.has(id)) return neededBy([early], modules).has(id) ? 'early' : null
  return isShared(id, needed, modules) ? 'common' : 'workspace'
}

/** These modules and all that is there before they run; nothing is looked for below one that is an end. */
export function neededBy(
  ids: readonly string[],
  modules: Modules,
  isEnd: (id: string) => boolean = isRecord,
  found = new Set<string>(),
): Set<string> {
  for (const id of ids) {
    if (found.has(id)) continue
    found.add(id)
    if (!isEnd(id)) neededBy(modules.getModuleInfo(id)?.importedIds ?? [], modules, isEnd, found)
  }
  return found
}

/** Whether anything but the dashboard leads to this module. */
function isShared(
  id: string,
  needed: ReadonlySet<string>,
  modules: Modules,
  seen = new Set<string>(),
): boolean {
  if (id === dashboard || seen.has(id)) return false
  if (frame.includes(id) || !needed.has(id)) return true
  seen.add(id)
  const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(id) ?? {}
  return [...importers, ...dynamicImporters].some((importer) => isShared(importer, needed, modules, seen))
}
