import { readFileSync } from 'node:fs'

/** Which file each module of the website travels in. */
export const manifest = () =>
  JSON.parse(
    readFileSync(new URL('../../../dist/web/.vite/manifest.json', import.meta.url), 'utf8'),
  ) as Record<string, { file: string }>

/** The address of the file that a module travels in. */
export function addressOf(module: string): string {
  const { [module]: built } = manifest()
  if (!built) throw new Error(`${module} is not a file of its own.`)
  return `**/${built.file}`
}
