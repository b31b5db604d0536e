import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** The files with tests that carry a fault's tag, from the root of the repository, each with its tags as written. */
export function taggedFiles(): { file: string; tags: string[] }[] {
  return globSync('{src,tests}/**/*.test.ts', { cwd: root })
    .sort()
    .map((file) => ({ file, tags: tagsIn(readFileSync(join(root, file), 'utf8')) }))
    .filter(({ tags }) => tags.length > 0)
}

const tagsIn = (source: string) =>
  [...source.matchAll(/\btags: \[([^\]]{0,200})\]/g)].flatMap(([, list]) => list?.match(/fault-\d+/g) ?? [])
