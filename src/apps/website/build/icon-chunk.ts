interface Links {
  code: string | null
  importers: string[]
}
interface Modules {
  getModuleInfo(id: string): Links | null
}

const isIcon = (id: string): boolean => id.includes('/lucide-react/dist/esm/icons/')
const importOfIcons = /import \{([^{}]*)\} from ["']lucide-react["']/g

/** `TriangleAlert` is in `triangle-alert.mjs`. */
const fileOf = (name: string): string =>
  `/icons/${name.replace(/(?<=[a-z])(?=[A-Z0-9])/g, '-').toLowerCase()}.mjs`

/** Files of the icons that a module shows. */
const iconsIn = (code: string): string[] =>
  [...code.matchAll(importOfIcons)].flatMap(([, names = '']) =>
    names.split(',').map((name) => fileOf(name.trim().split(' ')[0] ?? '')),
  )

const isMessages = (id: string): boolean => id.endsWith('/src/ui/toaster.tsx')
const importersOf = (id: string, modules: Modules): string[] => modules.getModuleInfo(id)?.importers ?? []

/**
 * The file that an icon travels in: with the dashboard where something of it shows the icon. All icons come by way of one
 * module, by which the bundler would take them for what every page needs. Null for what is no icon.
 */
export function iconChunk(id: string, needed: ReadonlySet<string>, modules: Modules): string | null {
  if (!isIcon(id)) return null
  const users = importersOf(id, modules)
    .flatMap((all) => importersOf(all, modules))
    .filter((user) => iconsIn(modules.getModuleInfo(user)?.code ?? '').some((file) => id.endsWith(file)))
  // By another of its names it is not found. Messages are drawn when the line is gone, too.
  if (users.length === 0 || users.some((user) => needed.has(user) || isMessages(user))) return 'common'
  return 'icons'
}
