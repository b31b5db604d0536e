import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ensureBuilt } from '../scripts/lib/build.mjs'
import type { Figure } from './figures.ts'

const dist = join(import.meta.dirname, '../dist/web')

interface Chunk {
  file: string
  imports?: string[]
  src?: string
}

/** JavaScript that has to be there before a page can be used: its route with everything that loads before it, gzipped. */
export async function measurePageSizes(): Promise<Figure[]> {
  await ensureBuilt()
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const closure = (key: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(key)) return seen
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) closure(next, seen)
    return seen
  }
  const size = (...keys: string[]) => {
    const chunks = new Set(keys.flatMap((key) => [...closure(key)]))
    const bytes = [...chunks].map(
      (key) => gzipSync(readFileSync(join(dist, manifest[key]?.file as string))).length,
    )
    return bytes.reduce((sum, each) => sum + each, 0) / 1024
  }
  const find = (part: string) => {
    const key = Object.keys(manifest).find((each) => manifest[each]?.src?.endsWith(part))
    if (!key) throw new Error(`The build has no ${part}.`)
    return key
  }
  // The sign-in page is part of the entry, since a first visitor sees it.
  const entry = 'index.html'
  const frame = find('ui/frame/app-frame.tsx')
  const dashboard = size(entry, frame, find('dashboard-page.tsx'))
  const figures: Figure[] = [
    {
      what: 'JavaScript of the sign-in page',
      measured: size(entry),
      unit: 'KB',
      target: { at: 'most', value: 115 },
    },
    {
      what: 'JavaScript of the dashboard',
      measured: dashboard,
      unit: 'KB',
      target: { at: 'most', value: 155 },
    },
  ]
  return figures
}
