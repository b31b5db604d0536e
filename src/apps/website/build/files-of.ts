import type { Rollup } from 'vite'

/** Of a module below `src`. */
export const fileOf = (path: string) => decodeURI(new URL(`../../../${path}`, import.meta.url).pathname)

/** An endpoint record, of which the browser keeps the address, not the rules it is made of. */
export const isRecord = (id: string): boolean => /\/src\/(?:base|features\/[\w-]+)\/api\//.test(id)

/** Modules that the server runs as well: they do nothing by being loaded. */
export const ofBothSides =
  /\/src\/(?:base\/(?:api|brand|records|text|access|console-address)|features\/[\w-]+\/(?:api|rules))\b/

/** The files that have to be there before these modules run. */
export function filesOf(bundle: Rollup.OutputBundle, modules: readonly string[]): string[] {
  const files = new Set<string>()
  const add = (file: string): void => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || files.has(file)) return
    files.add(file)
    chunk.imports.forEach(add)
  }
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => modules.includes(id))) add(chunk.fileName)
  return [...files]
}

/** The styles of these files that are not every page's. */
export const stylesOf = (bundle: Rollup.OutputBundle, files: readonly string[]): string[] => [
  ...new Set(
    files.flatMap((file) => {
      const chunk = bundle[file]
      return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
    }),
  ),
]
