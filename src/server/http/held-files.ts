import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'

export interface HeldFile {
  type: string
  /** The same for each of its forms. */
  tag: string
  content: Buffer
  /** Its compressed forms, the shortest first. */
  packed: readonly PackedForm[]
}
interface PackedForm {
  /** As HTTP calls it. */
  coding: string
  content: Buffer
}

/** The compressed forms that the build puts beside a file: their endings there, the shortest first. */
const endings = { br: '.br', gzip: '.gz' }

const types: Partial<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Reads a folder once: its files by their addresses below it, without hidden ones. */
export async function holdFiles(dir: string): Promise<ReadonlyMap<string, HeldFile>> {
  const contents = new Map<string, Buffer>()
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const address = `/${relative(dir, path)}`
    if (entry.isFile() && !address.includes('/.')) contents.set(address, await readFile(path))
  }
  const isPacked = (address: string) => Object.values(endings).includes(extname(address))
  const held = [...contents].filter(([address]) => !isPacked(address))
  return new Map(held.map(([address, content]) => [address, holdFile(address, content, contents)]))
}

function holdFile(address: string, content: Buffer, contents: ReadonlyMap<string, Buffer>): HeldFile {
  const packed = Object.entries(endings).map(([coding, ending]) => {
    const form = contents.get(address + ending)
    return form && { coding, content: form }
  })
  return {
    type: types[extname(address)] ?? 'application/octet-stream',
    tag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    content,
    packed: packed.filter((form) => form !== undefined),
  }
}
